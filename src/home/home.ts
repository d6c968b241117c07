import type { types } from '@slack/bolt';
import * as z from 'zod';
import { ask, commandNamed, commands, readBankName } from '../asking/ask.ts';
import { maybeBank, misspelt, unknownWords } from '../asking/guesses.ts';
import { mentionText } from '../asking/mentions.ts';
import { ownLine, serviceState } from '../asking/talk.ts';
import { txn } from '../asking/txn.ts';
import type { BankListState } from '../banks/directory.ts';
import { type Block, buttons, context, header, plainText, type Reply, section } from '../blocks/blocks.ts';
import { homeOf, lookingUp } from '../blocks/modal.ts';
import { code, date } from '../blocks/mrkdwn.ts';
import type { Resources } from '../command.ts';
import { UserError } from '../errors.ts';
import type { DatedLookUp } from '../history.ts';
import { typedText } from '../reading/clean.ts';
import { type MentionText, type Question, readCommand, readMention } from '../reading/question.ts';
import type { SlackRequest } from '../slack/request.ts';
import { buttonValue, type Routes } from '../slack/routes.ts';
import type { LookUpSummary } from '../transfer-service/state.ts';
import { Card } from '../transfers/card-buttons.ts';
import { askLine } from '../transfers/row.ts';
import { homeWatches, noHomeWatches } from '../watches/messages.ts';

/** The name of the field, by which its text comes back. */
const pasteAction = 'home:paste';
/** The most that Slack's field takes. */
const pasteMax = 3_000;
const Field = z.object({ value: z.string().max(pasteMax).nullish() });
/** The text of the field, whichever version of it there is. */
const PasteField = z
  .object({ fields: z.object({ values: z.record(z.string(), z.object({ [pasteAction]: Field.optional() })) }) })
  .transform(({ fields }) =>
    Object.values(fields.values)
      .flatMap((block) => block[pasteAction]?.value ?? [])
      .join('\n'),
  );
const Again = buttonValue(z.string().max(220))
  .transform((value) => /^(?<command>txn|tsq) (?<text>.+)$/s.exec(value)?.groups)
  .pipe(z.object({ command: z.enum(['txn', 'tsq']), text: z.string() }));

interface Pasted {
  said: MentionText;
  /** Absent when the text names no command and asks nothing plainly. */
  question: Question | undefined;
}

/** The app's Home tab, drawn again each time somebody opens it and after each answer; it answers in a window. */
export function registerHome(routes: Routes, resources: Resources): void {
  const { services, presentation } = resources;
  const { slash: syntax } = presentation.names;
  const alone = { audience: 'asker', syntax } as const;
  const draw = ({ origin: { userId = '' }, mayAskInWindows }: SlackRequest) =>
    homeView(resources, { userId, mayAskInWindows });
  routes.event('app_home_opened', { value: z.unknown() }, async (_opened, request) => ({
    home: await draw(request),
  }));

  const value = PasteField.transform((pasted): Pasted => {
    const said = mentionText(pasted);
    return { said, question: readMention(said, services.references, presentation.names.recognise) };
  });
  const textOf = ({ said, question }: Pasted) => question?.text ?? typedText(said.words);
  const field = {
    value,
    command: ({ question }: Pasted) => question && commandNamed(question.command),
    text: textOf,
    isTyped: true,
    window: (pasted: Pasted) => lookingUp(textOf(pasted)),
    isOneAtATime: true,
  };
  routes.action('home:ask', field, async (pasted, request) => {
    const reply = await answerTo(pasted, request);
    services.recentLookUps.notePaste(request.origin.userId ?? '');
    return { reply, homeAfter: () => draw(request) };
  });

  const again = {
    value: Again.transform(({ command, text }) => readCommand(command, text, services.references)),
    command: ({ command }: Question) => commandNamed(command),
    text: ({ text }: Question) => text,
    window: ({ text }: Question) => lookingUp(text),
    isOneAtATime: true,
  };
  routes.action('home:again', again, async (question, request) => ({
    reply: await ask(question, alone, request, resources),
    homeAfter: () => draw(request),
  }));

  const watched = { value: Card, command: txn, text: ({ asked }: { asked: string }) => asked };
  routes.action('home:stop', { ...watched, isOneAtATime: true }, async ({ asked }, request) => {
    const { asker } = request;
    await asker.audited();
    await services.watches.stop(asked, asker.personId);
    return { home: await draw(request) };
  });

  async function answerTo({ said, question }: Pasted, request: SlackRequest): Promise<Reply> {
    const { words } = said;
    if (words === '') throw new UserError('The field is empty. Paste into it what you want looked up.');
    if (!question && misspelt(words)) return unknownWords(words, syntax);
    // What is pasted here is meant to be looked up: what is nothing else is a reference of its own shape.
    const asked = question ?? (await readBankName(words, resources)) ?? readCommand('txn', words, services.references);
    return asked === 'no list' ? maybeBank(typedText(words), syntax) : ask(asked, alone, request, resources);
  }
}

/** Whose tab is drawn. */
type Viewer = Pick<SlackRequest, 'mayAskInWindows'> & { userId: string };

/**
 * A person's Home tab with what is known at this moment: a field to paste into and what can be typed; below it only what
 * there is something to say of.
 */
export async function homeView({ services, presentation }: Shown, viewer: Viewer): Promise<types.HomeView> {
  const { userId, mayAskInWindows } = viewer;
  const { banks, recentLookUps } = services;
  const { slash } = presentation.names;
  const own = recentLookUps.of(userId);
  const examples = commands.map(({ name, examples: [example] }) => code(slash.write(`${name} ${example}`)));
  return homeOf([
    ...(mayAskInWindows ? pasteField(recentLookUps.lastPasteAtMs(userId) ?? 0) : []),
    section(`Anywhere: ${examples.join(', ')}. ${code(slash.write('txn help'))} says more.`),
    ...recentBlocks(own, mayAskInWindows),
    ...(await watchBlocks(own, { services, presentation }, viewer)),
    ...serviceBlocks(services.lookUpSummary(), banks.state(), Date.now()),
  ]);
}

type Shown = Pick<Resources, 'services' | 'presentation'>;

/** The tab is drawn also while it cannot be said what somebody watches. */
async function watchBlocks(own: readonly DatedLookUp[], { services, presentation }: Shown, viewer: Viewer) {
  try {
    const watches = await services.watches.of(viewer.userId);
    return homeWatches({ watches, own, mayAskInWindows: viewer.mayAskInWindows, slash: presentation.names.slash });
  } catch (error) {
    if (error instanceof UserError) return noHomeWatches(error.message);
    throw error;
  }
}

function serviceBlocks(lookUps: LookUpSummary, bankList: BankListState | undefined, nowMs: number): Block[] {
  const hasAsked = lookUps.last !== undefined || lookUps.silentSinceMs !== undefined;
  if (!hasAsked && bankList === undefined) return [];
  return [
    header('The transfer service'),
    ...(hasAsked ? [section(serviceState(lookUps, nowMs))] : []),
    context([bankList && listLine(bankList), `as of ${date(nowMs, 'time')}`]),
  ];
}

function listLine({ failedAtMs, size, loadedAtMs }: BankListState): string {
  const because = failedAtMs === undefined ? '' : `, not refreshed at ${date(failedAtMs, 'time')}`;
  return `${size} banks, from ${date(loadedAtMs)}${because}`;
}

function recentBlocks(own: readonly DatedLookUp[], mayAskInWindows: boolean): Block[] {
  if (own.length === 0) return [];
  return [
    header('You looked up'),
    ...own.map((lookUp, index): Block => {
      const line = section(ownLine(lookUp));
      if (!mayAskInWindows) return line;
      const actionId = `home:again:${index}`;
      const value = askLine(lookUp);
      return { ...line, accessory: { type: 'button', action_id: actionId, text: plainText('Ask Again'), value } };
    }),
    context(['Only you see this. Cleared at a restart.']),
  ];
}

/** @param version a field of another version is empty: Slack keeps what was typed where the block has the same id */
function pasteField(version: number): Block[] {
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
