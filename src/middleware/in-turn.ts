export interface HowToSend {
  /** Whether it is the first message: its route (an ack, a trigger) may work only once. */
  isFirst: boolean;
  /** Whether it is the last message, which is retried where that is safe. */
  isAnswer: boolean;
}

/** @param send told whether it is the first: its route (an ack, a trigger) may work only once */
export type InTurn = (send: (isFirst: boolean) => Promise<unknown>) => Promise<unknown>;

/** Sends one message after the other: a waiting line must not arrive after the answer. */
export function createInTurn(): InTurn {
  let last: Promise<unknown> | undefined;
  return (send) => {
    last = last === undefined ? send(true) : last.catch(() => {}).then(() => send(false));
    return last;
  };
}
