import * as z from 'zod';
import { bank as command } from '../../commands/bank.ts';
import type { Resources } from '../../commands/command.ts';
import { UserError } from '../../errors.ts';
import { readBankQuestion } from '../../reading/bank-question.ts';
import { bankOptions, bankPicker, postedBank } from '../../views/bank-picker.ts';
import { code } from '../../views/mrkdwn.ts';
import type { Asking } from '../exchange/exchange.ts';
import { noteAsked } from './ask.ts';
import type { Routes } from './routes.ts';

const bankCode = z.string().regex(/^\d{6}$/);
const Picked = z
  .object({ selected_option: z.object({ value: bankCode }) })
  .transform(({ selected_option: { value } }) => value);
const Submitted = z.object({ private_metadata: bankCode }).transform(({ private_metadata: chosen }) => chosen);
const Typed = z.object({ value: z.string() }).transform(({ value }) => value);

/** The modal that searches bank codes while the person types; a shortcut or a long list of hits opens it. */
export function registerBankPicker(routes: Routes, { services: { banks }, presentation }: Resources): void {
  const { slash: spelling } = presentation.names;
  /** Notes what is asked for, for the log and a "Try Again". */
  const note = (text: string, exchange: Asking) => noteAsked({ command, text, audience: 'asker', spelling }, exchange);
  const text = (chosen: string) => chosen;
  const bankOf = async (chosen: string) => {
    const { hits } = await banks.search(chosen);
    const [hit] = hits;
    if (!hit) throw new UserError(`No bank of the list has the code ${code(chosen)} any more. Search again.`);
    return hit.bank;
  };

  /** The modal is open by now: loads the list while the person starts to type. If that fails, the modal says so. */
  const load = async () => {
    await banks.search('');
    return undefined;
  };
  const opener = { command, value: z.unknown(), window: bankPicker() };
  routes.shortcut('find_bank_code', opener, load);
  routes.action('bank:picker', opener, load);

  routes.options('bank:pick', { command, value: Typed, text }, async (typed) => {
    const { answers } = await banks.ask(readBankQuestion(typed));
    const found = answers.flatMap(({ hits }) => hits.map(({ bank }) => bank));
    return { options: bankOptions(found.length > 0 ? found : answers.flatMap(({ suggestions }) => suggestions)) };
  });

  routes.action('bank:pick', { command, value: Picked, text }, async (chosen, exchange) => {
    note(chosen, exchange);
    return { window: bankPicker(await bankOf(chosen)) };
  });

  routes.view('bank:post', { command, value: Submitted, text, posts: 'channel' }, async (chosen, exchange) => {
    note(chosen, exchange);
    return { reply: postedBank(await bankOf(chosen), exchange.origin.userName), to: 'channel' };
  });
}
