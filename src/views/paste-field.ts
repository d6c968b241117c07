import { type Block, buttons, plainText } from './blocks.ts';

/** The name of the field, by which its text comes back. */
export const pasteAction = 'home:paste';
/** The most that Slack's field takes. */
export const pasteMax = 3_000;

/** @param version a field of another version is empty: Slack keeps what was typed where the block has the same id */
export function pasteField(version: number): Block[] {
  return [
    {
      type: 'input',
      block_id: `paste:${version}`,
      label: plainText('Look something up'),
      element: {
        type: 'plain_text_input',
        action_id: pasteAction,
        multiline: true,
        max_length: pasteMax,
        placeholder: plainText('Paste references, an identifier, a bank, or the message they stand in'),
      },
    },
    ...buttons([{ actionId: 'home:ask', label: 'Look Up', isPrimary: true }]),
  ];
}
