import { checkMessage } from 'slack-sandbox';
import { expect, it } from 'vitest';
import { blockSamples } from '../../src/blocks/forms.ts';

const samples = Object.entries(blockSamples());

it.each(samples)('the sample %s holds what it is a sample of, and is one that Slack takes', (kind, blocks) => {
  expect(blocks.map(({ type }) => type)).toContain(kind);
  expect(checkMessage({ text: 'Hello', blocks }).breaches).toEqual([]);
});

it('between them they have all that the current form draws and the classic one does not', () => {
  const drawn = JSON.stringify(samples);
  expect(drawn).toContain('"type":"date"');
  expect(drawn).toContain('"type":"raw_number"');
});
