import { checkMessage } from 'slack-sandbox';
import { describe, expect, it } from 'vitest';
import { bankChangesReply } from '../../src/banks/card.ts';
import { shownLines } from '../support/shown.ts';

const atMs = Date.UTC(2026, 0, 31, 14, 2);
const dayMs = 86_400_000;
const list = { size: 798, loadedAtMs: atMs, kept: undefined };
const bank = (institutionCode: string, institutionName: string) => ({
  institutionCode,
  institutionName,
  category: '2',
});
const token = (day: number) => `<!date^${day}`;

describe('changes of the bank list', () => {
  it('are said one a line, with the time', () => {
    const reply = bankChangesReply(
      undefined,
      {
        changes: [
          { kind: 'renamed', bank: bank('000013', 'GTBANK PLC'), before: 'GUARANTY TRUST BANK', atMs },
          { kind: 'added', bank: bank('000042', 'TATUM BANK'), atMs },
          { kind: 'removed', bank: bank('000019', 'Enterprise Bank'), atMs },
        ],
        knownSinceMs: atMs - dayMs,
        list,
      },
      atMs,
    );
    const [title, lines, ...rest] = shownLines(reply);
    expect(title).toContain(`3 changes in the bank list since ${token((atMs - dayMs) / 1000)}`);
    expect(lines?.split('\n').map((line) => line.replace(/ · <.*/, ''))).toEqual([
      'Renamed from GUARANTY TRUST BANK: GTBANK PLC · `000013`',
      'Added: TATUM BANK · `000042`',
      'Removed: Enterprise Bank · `000019`',
    ]);
    expect(rest).toEqual([]);
  });

  it('that are none are said too, and from when on that is known', () => {
    const shown = shownLines(
      bankChangesReply(atMs - 9 * dayMs, { changes: [], knownSinceMs: atMs - dayMs, list }, atMs),
    );
    expect(shown[0]).toMatch(/^\*No change in the bank list since </);
    expect(shown[0]).toContain(token((atMs - dayMs) / 1000));
    expect(shown[1]).toMatch(/^Nothing is known from before </);
  });

  it('are within what a message may hold, and neither ping nor format', () => {
    const rude = Array.from({ length: 300 }, (_, index) => ({
      kind: 'renamed' as const,
      bank: bank(String(index).padStart(6, '0'), `<!channel> *${'long '.repeat(300)}*`),
      before: '<!here> '.repeat(100),
      atMs,
    }));
    const reply = bankChangesReply(undefined, { changes: rude, knownSinceMs: 0, list }, atMs);
    expect(checkMessage({ ...reply }).breaches).toEqual([]);
    expect(shownLines(reply).at(-1)).toMatch(/^~ \d+ earlier ones$/);
  });
});
