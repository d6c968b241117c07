import type { types } from '@slack/bolt';
import * as z from 'zod';
import { replyToRead } from '../asking/ask.ts';
import { commandNamed, commands } from '../asking/commands.ts';
import { misspelt, type ReadQuestion, readBankName, readQuestion } from '../asking/read-question.ts';
import { txn } from '../asking/txn.ts';
import type { Block, Reply } from '../blocks/blocks.ts';
import { lookingUp } from '../blocks/modal.ts';
import { helpReply, type Resources } from '../command.ts';
import { UserError } from '../errors.ts';
import { cleanInput } from '../reading/characters.ts';
import { isGreeting, isHelp, type MentionText, mentionText } from '../reading/question.ts';
import type { SlackRequest } from '../slack/request.ts';
import type { Routes } from '../slack/routes.ts';
import { Card } from '../transfers/card-buttons.ts';
import { maybeBank, unknownWords } from '../transfers/guesses.ts';
import { homeWatches, noHomeWatches } from '../watches/messages.ts';
import { home, homeBanks, pasteAction, pasteMax } from './view.ts';

const Field = z.object({ value: z.string().max(pasteMax).nullish() });
/** The text of the field, whichever version of it there is. */
const Pasted = z
  .object({ fields: z.object({ values: z.record(z.string(), z.object({ [pasteAction]: Field.optional() })) }) })
  .transform(({ fields }) => Object.values(fields.values).flatMap((block) => block[pasteAction]?.value ?? []))
  .transform((texts) => texts.join('\n'));
const Again = z
  .object({ value: z.string().max(220) })
  .transform(({ value }) => /^(?<command>txn|tsq) (?<text>.+)$/s.exec(value)?.groups)
  .pipe(z.object({ command: z.string(), text: z.string() }))
  .transform(({ command, text }): ReadQuestion => ({ command: commandNamed(command) ?? txn, text }));

interface Asked {
  said: MentionText;
  /** Absent when the text names no command and asks nothing plainly. */
  read: ReadQuestion | undefined;
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

  const value = Pasted.transform((pasted): Asked => {
    const said = mentionText(pasted);
    return { said, read: readQuestion(said, resources) };
  });
  const textOf = ({ said, read }: Asked) => cleanInput(read?.text ?? said.words);
  const field = {
    value,
    command: ({ read }: Asked) => read?.command,
    text: textOf,
    isTyped: true,
    window: (asked: Asked) => lookingUp(textOf(asked)),
    isOneAtATime: true,
  };
  routes.action('home:ask', field, async (asked, request) => {
    const reply = await answerTo(asked, request);
    services.recentLookUps.notePaste(request.origin.userId ?? '');
    return { reply, homeAfter: () => draw(request) };
  });

  const again = {
    value: Again,
    command: ({ command }: ReadQuestion) => command,
    text: ({ text }: ReadQuestion) => text,
    window: ({ text }: ReadQuestion) => lookingUp(text),
    isOneAtATime: true,
  };
  routes.action('home:again', again, async (question, request) => ({
    reply: await replyToRead(question, alone, request, resources),
    homeAfter: () => draw(request),
  }));

  const watched = { value: Card, command: txn, text: ({ reference }: { reference: string }) => reference };
  routes.action('home:stop', { ...watched, isOneAtATime: true }, async ({ reference }, request) => {
    const { asker } = request;
    await asker.audited();
    await services.watches.stop(reference, asker.personId);
    return { home: await draw(request) };
  });

  async function answerTo({ said, read }: Asked, request: SlackRequest): Promise<Reply> {
    const { words } = said;
    if (words === '') throw new UserError('The field is empty. Paste into it what you want looked up.');
    if (isHelp(words) || isGreeting(words)) return helpReply(commands, syntax, 'asker');
    const guess = misspelt(said);
    if (!read && guess.meant) return unknownWords({ ...guess, syntax });
    // What is pasted here is meant to be looked up: what is nothing else is a reference of its own shape.
    const text = cleanInput(words);
    const hasIdentifiers = services.findReferences(text).identifiers.length > 0;
    const asked = read ?? (hasIdentifiers ? undefined : await readBankName(text, resources));
    if (asked === 'no list') return maybeBank(text, syntax);
    return replyToRead(asked ?? { command: txn, text }, alone, request, resources);
  }
}

/** Draws a person's Home tab with what is known at this moment. */
function createDrawHome({ services, presentation }: Resources): (request: SlackRequest) => Promise<types.HomeView> {
  return async ({ origin: { userId = '' }, mayAskInWindows }) => {
    const { history, banks, recentLookUps } = services;
    const own = recentLookUps.of(userId);
    const [hour, halfHour, watches] = await Promise.all([
      history.counts(60),
      history.counts(30),
      watchesOf(userId, mayAskInWindows),
    ]);
    return home({
      commands,
      lookUps: services.lookUpSummary(),
      own,
      lastPasteAtMs: recentLookUps.lastPasteAtMs(userId),
      mayAskInWindows,
      bankList: banks.state(),
      watches,
      banks: hour && halfHour ? homeBanks({ hour, halfHour, nameOf: banks.nameOf }) : [],
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
