import type { types } from '@slack/bolt';
import * as z from 'zod';
import { formatListAge } from '../banks/bank.ts';
import {
  type Block,
  button,
  buttons,
  context,
  header,
  plainText,
  section,
  sectionWithButton,
} from '../blocks/blocks.ts';
import { code, date } from '../blocks/mrkdwn.ts';
import { addContextLine } from '../blocks/offers.ts';
import { isSettled } from '../blocks/status.ts';
import { createHomeView, createLoadingModal } from '../blocks/views.ts';
import type { Resources } from '../command.ts';
import { ask, commandByName, commands } from '../commands/ask.ts';
import { mentionText, readFreely } from '../commands/mentions-and-dms.ts';
import { describeServiceState } from '../commands/service-state.ts';
import { findOwnLookUps, formatOwnLookUp } from '../commands/talk.ts';
import { txn } from '../commands/txn-and-tsq.ts';
import { onError, UserError } from '../errors.ts';
import { readBehind } from '../reading/command-text.ts';
import { createMention, type Mention, readMention } from '../reading/mention.ts';
import { type Question, subjectOf } from '../reading/question.ts';
import type { DatedLookUp } from '../recent-look-ups.ts';
import type { Answer } from '../slack/reply-routes.ts';
import type { SlackRequest } from '../slack/request.ts';
import { buttonValue, type Routes } from '../slack/routes.ts';
import { joinNonEmpty } from '../text.ts';
import { assigneeLine } from '../transfers/assignees.ts';
import { Card, type CardClick } from '../transfers/card-clicks.ts';
import type { Assignee } from '../transfers/known.ts';
import { formatLookUp } from '../transfers/row.ts';
import { findOwnWatches } from '../watches/commands.ts';
import { createHomeWatchBlocks } from '../watches/replies.ts';

/** Asks for the board in a window; numbered after the buttons of the person's own look-ups. */
const whatIsOpen = button('home:again:99', 'What Is Open', 'txn open');

/** Action id of the paste field; Slack returns the field's text under this id. */
const pasteAction = 'home:paste';
/** Slack's limit on the characters of a text input. */
const pasteMax = 3_000;
const PasteInput = z.object({ value: z.string().max(pasteMax).nullish() });
/**
 * Reads the paste field's text under any block id, as each version of the field has a block id of
 * its own.
 */
const PasteField = z
  .object({
    fields: z.object({
      values: z.record(z.string(), z.object({ [pasteAction]: PasteInput.optional() })),
    }),
  })
  .transform(({ fields }) =>
    Object.values(fields.values)
      .map((block) => block[pasteAction]?.value)
      .filter((value) => typeof value === 'string'),
  );
/** The value of the button Ask Again, such as `tsq 12345698690885579`. */
const Again = buttonValue(z.string().max(220));

/** What a button of the Home tab asks. */
interface Asked {
  mention: Mention;
  /** Whether it stood in the paste field, and not in a button's value. */
  isPasted: boolean;
  /** `undefined` when the text has no command and no clear question. */
  question: Question | undefined;
}

/**
 * Registers the Home tab, redrawn whenever a person opens it and after each answer. The answers
 * open in a modal.
 */
export function registerHome(routes: Routes, resources: Resources): void {
  const { services, presentation } = resources;
  const { references, recentLookUps, watches } = services;
  const { slash: syntax, recognise } = presentation.names;
  const draw = ({ origin: { personId = '' }, mayAskInWindows }: SlackRequest) =>
    drawHome(resources, { personId, mayAskInWindows });

  routes.event('app_home_opened', { value: z.unknown() }, async (_opened, request) => ({
    home: await draw(request),
  }));

  const value = z.union([Again, PasteField]).transform((given): Asked => {
    const isPasted = typeof given !== 'string';
    const mention = createMention(mentionText([given].flat().join('\n')), references);
    return { mention, isPasted, question: readMention(mention, recognise) };
  });
  const textOf = ({ mention, question }: Asked) => question?.text ?? mention.words.text;
  const askRoute = {
    value,
    command: ({ question }: Asked) => question && commandByName[question.command],
    text: textOf,
    isTyped: true,
    window: (asked: Asked) => createLoadingModal(textOf(asked)),
    isOneAtATime: true,
  };

  const answer = async (
    { mention, isPasted, question: clearQuestion }: Asked,
    request: SlackRequest,
  ): Promise<Answer> => {
    const { words } = mention;
    if (words.given === '')
      throw new UserError('The field is empty. Paste into it what you want looked up.');

    // Pasted text is meant to be looked up: if it reads as nothing else, take it as a reference of
    // unknown format.
    const question =
      clearQuestion ?? (await readFreely(mention, resources)) ?? readBehind('txn', words);
    const reply = await ask(question, { syntax }, request, resources);

    if (isPasted) recentLookUps.notePaste(request.origin.personId ?? '');
    const isLookUp = subjectOf(question).length > 0;
    const line = isLookUp ? `looked up ${date(Date.now(), 'time')}` : undefined;
    return { reply: addContextLine(reply, line), homeAfter: () => draw(request) };
  };

  routes.action('home:ask', askRoute, answer);
  routes.action('home:again', { ...askRoute, isTyped: false }, answer);

  const stopRoute = {
    value: Card,
    command: txn,
    text: ({ asked }: CardClick) => asked,
    isOneAtATime: true,
  };
  routes.action('home:stop', stopRoute, async ({ asked }, request) => {
    const { asker } = request;
    await asker.audited();
    await watches.stop(asked, asker.personId);
    return { home: await draw(request) };
  });
}

/**
 * Draws a person's Home tab: paste field, example commands, recent look-ups, watches, state of the
 * service.
 */
export async function drawHome(
  { services, presentation }: Pick<Resources, 'services' | 'presentation'>,
  { personId, mayAskInWindows }: { personId: string; mayAskInWindows: boolean },
): Promise<types.HomeView> {
  const { banks, recentLookUps, known } = services;
  const { slash } = presentation.names;
  const bankList = banks.state();
  const lookUps = await findOwnLookUps(services, personId);
  // Draw Home even when assignees or watches cannot be read.
  const assignees = await known.findAssignees(lookUps.map(({ asked }) => asked));
  const watching = await findOwnWatches(services, personId).then(
    (watches) => createHomeWatchBlocks({ watches, mayAskInWindows, slash }),
    onError(UserError, ({ message }) => [section(message)]),
  );
  const examples = commands.map(({ name, examples: [example] }) =>
    code(slash.write(`${name} ${example}`)),
  );

  return createHomeView([
    ...(mayAskInWindows ? askBlocks(recentLookUps.lastPasteAtMs(personId) ?? 0) : []),
    section(`Anywhere: ${examples.join(', ')}. ${code(slash.write('txn help'))} says more.`),
    ...recentBlocks(lookUps, assignees ?? new Map(), { personId, mayAskInWindows }),
    ...(watching.length > 0 ? [header('Watching'), ...watching] : []),
    header('The transfer service'),
    section(describeServiceState(services.lookUpSummary())),
    context([
      bankList && `${bankList.size} banks, ${formatListAge(bankList)}`,
      `as of ${date(Date.now(), 'time')}`,
    ]),
  ]);
}

function recentBlocks(
  lookUps: readonly DatedLookUp[],
  assignees: ReadonlyMap<string, Assignee>,
  { personId, mayAskInWindows }: { personId: string; mayAskInWindows: boolean },
): Block[] {
  if (lookUps.length === 0) return [];

  return [
    header('You looked up'),
    ...lookUps.map((lookUp, index) => {
      const again = button(`home:again:${index}`, 'Ask Again', formatLookUp(lookUp));
      const isOpen = !isSettled(lookUp.group) || lookUp.contradiction !== undefined;
      const assignee = isOpen ? assignees.get(lookUp.asked) : undefined;
      const line = joinNonEmpty([
        formatOwnLookUp(lookUp),
        assignee && assigneeLine({ ...assignee, isOwn: assignee.personId === personId }),
      ]);

      return sectionWithButton(line, mayAskInWindows ? again : undefined);
    }),
    context(['Only you see this. Cleared at a restart.']),
  ];
}

/**
 * Draws the paste field and the buttons below it.
 * @param version changing it empties the field: Slack keeps the typed text while the block id stays
 * the same
 */
function askBlocks(version: number): Block[] {
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
        placeholder: plainText(
          'Paste references, an identifier, a bank, or the message they stand in',
        ),
      },
    },
    ...buttons([{ actionId: 'home:ask', label: 'Look Up', isPrimary: true }]),
    ...buttons([whatIsOpen]),
  ];
}
