import { inspect } from 'node:util';

/**
 * Hides a value: printing, serialising or interpolating it gives `[secret]`; only `reveal` returns
 * it.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [inspect.custom](): string {
    return '[secret]';
  }
}
