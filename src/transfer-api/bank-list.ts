import { jsonTypeOf } from './json-type.ts';
import { Bank, JsonObject } from './schemas.ts';

export interface BankListAnswer {
  banks: Bank[];
  /** How many entries were left out because they are not banks of spec 2.3. */
  droppedCount: number;
  /** What is wrong with those, each once: names and types, no values. */
  faults: readonly string[];
}

/** Keeps what is a bank of spec 2.3. */
export function readBankList(entries: readonly unknown[]): BankListAnswer {
  const banks: Bank[] = [];
  const faults = new Set<string>();
  for (const entry of entries) {
    const bank = Bank.safeParse(entry);
    if (bank.success) banks.push(bank.data);
    else for (const { path } of bank.error.issues) faults.add(faultOf(entry, path[0]));
  }
  return { banks, droppedCount: entries.length - banks.length, faults: [...faults] };
}

/** @param name of the field of spec 2.3; absent when the entry as a whole is wrong */
function faultOf(entry: unknown, name: PropertyKey | undefined): string {
  const object = JsonObject.safeParse(entry);
  if (name === undefined || !object.success) return `an entry is ${jsonTypeOf(entry)}`;
  const type = jsonTypeOf(object.data[String(name)]);
  if (type === 'nothing') return `${String(name)} is missing`;
  if (type !== 'string') return `${String(name)} is ${type}`;
  return name === 'institutionCode' ? 'institutionCode is not six digits' : `${String(name)} is empty`;
}
