import type { types } from '@slack/bolt';
import * as z from 'zod';
import { ask, commandNamed, commands, readBankName } from '../asking/ask.ts';
import { maybeBank, unknownWords } from '../asking/guesses.ts';
import { txn } from '../asking/txn.ts';
import type { Block, Reply } from '../blocks/blocks.ts';
import { lookingUp } from '../blocks/modal.ts';
import type { Resources } from '../command.ts';
import { UserError } from '../errors.ts';
import { typedText } from '../reading/clean.ts';
import { misspelt, type Question, readCommand, readMention } from '../reading/question.ts';
import { type MentionText, mentionText } from '../reading/small-talk.ts';
import type { SlackRequest } from '../slack/request.ts';
import { buttonValue, type Routes } from '../slack/routes.ts';
import { Card } from '../transfers/card-buttons.ts';
import { homeWatches, noHomeWatches } from '../watches/messages.ts';
import { home, homeBanks, pasteAction, pasteMax } from './view.ts';

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
  const draw = createDrawHome(resources);
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
    const nearest = misspelt(said);
    if (!question && nearest.meant) return unknownWords(nearest, syntax);
    // What is pasted here is meant to be looked up: what is nothing else is a reference of its own shape.
    const asked = question ?? (await readBankName(words, resources)) ?? readCommand('txn', words, services.references);
    return asked === 'no list' ? maybeBank(typedText(words), syntax) : ask(asked, alone, request, resources);
  }
}

/** Draws a person's Home tab with what is known at this moment. */
function createDrawHome({ services, presentation }: Resources): (request: SlackRequest) => Promise<types.HomeView> {
  return async ({ origin: { userId = '' }, mayAskInWindows }) => {
    const { history, banks, recentLookUps } = services;
    const own = recentLookUps.of(userId);
    return home({
      commands,
      lookUps: services.lookUpSummary(),
      own,
      lastPasteAtMs: recentLookUps.lastPasteAtMs(userId),
      mayAskInWindows,
      bankList: banks.state(),
      watches: await watchesOf(userId, mayAskInWindows),
      banks: homeBanks(history.counts(), banks.nameOf),
      nowMs: Date.now(),
      names: presentation.names,
    });
  };

  /** The tab is drawn also while it cannot be said what somebody watches. */
  async function watchesOf(userId: string, mayAskInWindows: boolean): Promise<Block[]> {
    try {
      const watches = await services.watches.of(userId);
      return homeWatches({
        watches,
        own: services.recentLookUps.of(userId),
        mayAskInWindows,
        slash: presentation.names.slash,
      });
    } catch (error) {
      if (error instanceof UserError) return noHomeWatches(error.message);
      throw error;
    }
  }
}
