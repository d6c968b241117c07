import { answering, startServer } from '../support/http-server.ts';

const syllables = ['ba', 'dor', 'fin', 'gra', 'hul', 'kem', 'mis', 'nar', 'pol', 'rin', 'sto', 'tan', 'chi', 'dre'];
const syllableAt = (index: number) => syllables[index % syllables.length] ?? '';
const kinds = ['MICROFINANCE BANK', 'MFB', 'MF Bank', 'BANK PLC', 'MORTGAGE BANK', 'Limited'];

/** A made-up list of the size of a real one. */
const institutions = Array.from({ length: 798 }, (_, index) => {
  const [hundreds, tens] = [Math.floor(index / 196), Math.floor(index / 14)];
  const core = `${syllableAt(index)}${syllableAt(tens)} ${syllableAt(hundreds)}${syllableAt(index * 5 + tens)}`;
  return {
    institutionCode: String(index * 1_009).padStart(6, '0'),
    institutionName: `${core} ${kinds[index % kinds.length]}`,
  };
});
type Institution = (typeof institutions)[number];

const coreOf = ({ institutionName }: Institution) => institutionName.split(' ').slice(0, 2);
/** What people type for a bank: its name, parts of it and slips, its code, and what is no bank. */
const askedFor: readonly ((bank: Institution, index: number) => string)[] = [
  ({ institutionName }) => institutionName,
  (bank) => coreOf(bank).join(' '),
  (bank) => coreOf(bank).join(''),
  (bank) => coreOf(bank).toReversed().join(' '),
  (bank) => `${coreOf(bank).join(' ')} bank`,
  ({ institutionName }) => institutionName.slice(0, 5),
  ({ institutionName }) => institutionName.slice(0, 2) + institutionName.slice(3), // a letter too few
  ({ institutionCode }) => institutionCode,
  (_bank, index) => `december salary ${index}`,
];

/** Texts of all kinds after `/bank`: so many that each answer is forgotten before it is asked for again. */
export const questions: readonly string[] = askedFor.flatMap((_, round) =>
  institutions.map((bank, index) => askedFor[(index + round) % askedFor.length]?.(bank, index) ?? ''),
);

/** A Slack and a transfer service that cost as little as they can, in the process of the bench. */
export const slack = await startServer(
  answering(200, {
    ok: true,
    ...{ user_id: 'U0BOT', bot_id: 'B0BOT', team_id: 'T0BENCH' },
    user: { id: 'U0BENCH', team_id: 'T0BENCH', deleted: false, is_bot: false },
    channel: { is_ext_shared: false },
    bot: { app_id: 'A0BENCH' },
  }),
);
export const service = await startServer(answering(200, { success: true, message: 'ok', data: institutions }));
