import type { types } from '@slack/bolt';
import * as z from 'zod';
import { type Block, context, message, plainText, type Reply, withoutCustomer } from '../blocks/blocks.ts';
import { conversationInput, modalOf } from '../blocks/modal.ts';
import { code, outside } from '../blocks/mrkdwn.ts';
import { sharedByMax } from '../blocks/offers.ts';
import type { Resources } from '../command.ts';
import { UserError } from '../errors.ts';
import { readBankQuestion } from '../reading/bank-names.ts';
import type { SlackRequest } from '../slack/request.ts';
import type { Routes } from '../slack/routes.ts';
import { cut, foldBlanks } from '../text.ts';
import type { BankName } from './aliases.ts';
import { bankHeadline, bankLine, bank as command } from './bank.ts';
import type { BankHit } from './search.ts';

const bankCode = z.string().regex(/^\d{6}$/);
const Option = z.object({ value: bankCode });
const Picked = z.object({ selected_option: Option }).transform(({ selected_option: { value } }) => value);
const Submitted = z.object({ private_metadata: bankCode }).transform(({ private_metadata: chosen }) => chosen);
const Typed = z.object({ value: z.string() }).transform(({ value }) => value);

/** The modal that searches bank codes while the person types; a shortcut or a long list of hits opens it. */
export function registerBankPicker(routes: Routes, { services: { banks }, presentation }: Resources): void {
  const { slash: syntax } = presentation.names;
  /** Notes what is asked for, for the log and a "Try Again". */
  const note = (text: string, request: SlackRequest) => request.ask({ command, text, audience: 'asker', syntax });
  const text = (chosen: string) => chosen;
  const bankOf = async (institutionCode: string): Promise<BankName> => {
    await banks.load();
    const institutionName = banks.nameOf(institutionCode);
    if (institutionName !== undefined) return { institutionCode, institutionName };
    throw new UserError(`No bank of the list has the code ${code(institutionCode)} any more. Search again.`);
  };

  /** The modal is open by now: loads the list while the person starts to type. If that fails, the modal says so. */
  const load = () => banks.load().then(() => undefined);
  const opener = { command, value: z.unknown(), window: bankPicker() };
  routes.shortcut('find_bank_code', opener, load);
  routes.action('bank:picker', opener, load);

  routes.options('bank:pick', { command, value: Typed, text }, async (typed) => {
    const { answers } = await banks.ask(readBankQuestion(typed));
    return { options: answers.flatMap(({ hits }) => hits.map(optionOf)).slice(0, offeredMax) };
  });

  routes.action('bank:pick', { command, value: Picked, text }, async (chosen, request) => {
    note(chosen, request);
    return { window: bankPicker(await bankOf(chosen)) };
  });

  routes.view('bank:post', { command, value: Submitted, text, posts: 'channel' }, async (chosen, request) => {
    note(chosen, request);
    return { reply: withoutCustomer(postedBank(await bankOf(chosen), request.origin.userName)), to: 'channel' };
  });
}

const title = 'Find a Bank Code';
const optionMax = 75;
const offeredMax = 100;

/** The modal that searches while the person types; with a bank chosen, it shows the code and offers to post it. */
export function bankPicker(chosen?: BankName): types.ModalView {
  const search: Block = {
    type: 'section',
    block_id: 'search',
    text: { type: 'mrkdwn', text: 'Part of the name, or the first digits of the code' },
    accessory: {
      type: 'external_select',
      action_id: 'bank:pick',
      min_query_length: 2,
      placeholder: plainText('Type to search'),
    },
  };
  if (!chosen) return modalOf({ blocks: [search], title });
  const post = conversationInput('post', 'Post it to a conversation', 'bank:conversation');
  const options = { callbackId: 'bank:post', submit: 'Post', metadata: chosen.institutionCode };
  return modalOf({ blocks: [search, bankHeadline(chosen), post], title }, options);
}

function optionOf({ bank: { institutionCode, institutionName } }: BankHit): types.PlainTextOption {
  const name = cut(foldBlanks(institutionName), optionMax - institutionCode.length - 3);
  return { text: plainText(`${name} · ${institutionCode}`), value: institutionCode };
}

/** The chosen bank, posted for everybody. */
export function postedBank(bank: BankName, sharedBy: string | undefined): Reply {
  const by = sharedBy ? [context([`Posted by ${outside(sharedBy, sharedByMax)}`])] : [];
  return message(bankLine(bank), [bankHeadline(bank), ...by]);
}
