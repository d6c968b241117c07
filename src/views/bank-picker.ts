import type { types } from '@slack/bolt';
import { cut, foldBlanks } from '../plain-text.ts';
import type { Bank } from '../transfer-api/bodies.ts';
import { bankHeadline, bankLine } from './bank-answers.ts';
import { type Block, context, message, plainText, type Reply } from './blocks.ts';
import { modalOf } from './modal.ts';
import { outside } from './mrkdwn.ts';
import { sharedByMax } from './offers.ts';

const title = 'Find a Bank Code';
const optionMax = 75;
const offeredMax = 100;

/** The modal that searches while the person types; with a bank chosen, it shows the code and offers to post it. */
export function bankPicker(chosen?: Bank): types.ModalView {
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
  return modalOf(
    { blocks: [search, bankHeadline(chosen), postTo], title },
    { callbackId: 'bank:post', submit: 'Post', metadata: chosen.institutionCode },
  );
}

const postTo: Block = {
  type: 'input',
  block_id: 'post',
  label: plainText('Post it to a conversation'),
  element: {
    type: 'conversations_select',
    action_id: 'bank:conversation',
    default_to_current_conversation: true,
    response_url_enabled: true,
  },
};

/** What the typeahead offers. */
export function bankOptions(banks: readonly Bank[]): types.PlainTextOption[] {
  return banks.slice(0, offeredMax).map(({ institutionCode, institutionName }) => ({
    text: plainText(`${cut(foldBlanks(institutionName), optionMax - institutionCode.length - 3)} · ${institutionCode}`),
    value: institutionCode,
  }));
}

/** The chosen bank, posted for everybody. */
export function postedBank(bank: Bank, sharedBy: string | undefined): Reply {
  const by = sharedBy ? [context([`Posted by ${outside(sharedBy, sharedByMax)}`])] : [];
  return message(bankLine(bank), [bankHeadline(bank), ...by]);
}
