import { UserError } from '../../errors.ts';
import { jsonTypeOf } from '../../transfer-api/json-type.ts';
import { type Check, type Finding, note, ok, problem } from '../check.ts';
import { explainTransfer } from '../explain-transfer.ts';
import { specFields } from '../spec-fields.ts';
import { askTransferService, transferVariables } from '../transfer-probe.ts';

const told = 'txnbot shows the record all the same. Look at one of its cards.';

/** One look-up, and how its record differs from the spec: names and types, no values. */
export const oneReference: Check = {
  name: 'look-up',
  needs: transferVariables,
  isAsked: ({ reference }) => reference !== undefined,
  async run(context) {
    try {
      return await askTransferService(
        context,
        (api) => api.transaction(context.reference ?? ''),
        ({ record, withheld }) => [
          ok(`${context.reference} was found.`),
          ...otherTypes(record),
          ...beyond(Object.keys(record), withheld),
          ...absent(record),
        ],
      );
    } catch (error) {
      if (error instanceof UserError) return [problem('That cannot be a reference.', 'Check what was given.')];
      return [explainTransfer(error)];
    }
  },
};

function otherTypes(record: Record<string, unknown>): Finding[] {
  const other = Object.entries(specFields).flatMap(([name, types]) => {
    const type = jsonTypeOf(record[name]);
    const isAsSaid = types === undefined || type === 'nothing' || types.includes(type);
    return isAsSaid ? [] : `${name} is ${type}, not ${types.join(' or ')}`;
  });
  return other.length > 0 ? [note(`Of another type than the interface says: ${other.join('; ')}.`, told)] : [];
}

function beyond(names: readonly string[], withheld: readonly string[]): Finding[] {
  const unknown = names.filter((name) => !Object.hasOwn(specFields, name));
  return [
    ...(unknown.length > 0 ? [note(`Fields that the interface does not have: ${unknown.join(', ')}.`, told)] : []),
    ...(withheld.length > 0 ? [note(`Fields that txnbot shows to nobody: ${withheld.join(', ')}.`)] : []),
  ];
}

function absent(record: Record<string, unknown>): Finding[] {
  const names = Object.keys(specFields).filter((name) => !Object.hasOwn(record, name));
  return names.length > 0 ? [note(`Fields of the interface that did not arrive: ${names.join(', ')}.`, told)] : [];
}
