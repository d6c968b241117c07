import { checkBlocks } from '../block-kit/check-blocks.ts';
import { findMistakes, type Mistake } from '../block-kit/find-mistakes.ts';
import { checkMessage } from '../check-message.ts';
import { checkView } from '../check-view.ts';
import { isRecord } from '../is-record.ts';
import type { WebApiAnswer, WebApiMethod } from './web-api.ts';

/** `blocks.validate`, which needs neither scope nor token: what Slack would say of blocks, without showing them. */
export function createBlockMethods(): Record<string, WebApiMethod> {
  return {
    'blocks.validate': {
      token: 'none',
      run({ blocks, message, view }) {
        const [given, ...others] = Object.entries({ blocks, message, view }).filter(([, value]) => value !== undefined);
        if (!given || others.length > 0) return { ok: false, error: 'invalid_arguments' };
        if (blocks !== undefined) return judged('invalid_blocks', findMistakes(blocks), checkBlocks(blocks));
        if (message !== undefined) return judgeMessage(isRecord(message) ? message : {});
        return judgeView(isRecord(view) ? view : {});
      },
    },
  };
}

/** Slack does not miss the text here, but the bot's own messages all have one. */
function judgeMessage(message: Readonly<Record<string, unknown>>): WebApiAnswer {
  const { breaches, refusal } = checkMessage({ text: 'x', ...message });
  return judged('invalid_message', findMistakes(message.blocks, 'message', '/blocks'), refusal ? breaches : []);
}

function judgeView(view: Readonly<Record<string, unknown>>): WebApiAnswer {
  const surface = view.type === 'home' ? 'home' : 'modal';
  const { breaches, refusal } = checkView(view, surface);
  return judged('invalid_view', findMistakes(view.blocks, surface, '/blocks'), refusal ? breaches : []);
}

/** @param breaches all that is wrong; what none of the mistakes tells of belongs to the whole */
function judged(error: string, mistakes: readonly Mistake[], breaches: readonly string[]): WebApiAnswer {
  if (breaches.length === 0) return { ok: true };
  const whole = breaches.map((message): Mistake => ({ pointer: '', code: 'failed_constraint', message }));
  return { ok: false, error, errors: mistakes.length > 0 ? mistakes : whole };
}
