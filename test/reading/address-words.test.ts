import { describe, expect, it } from 'vitest';
import { createReferences } from '../../src/reading/references.ts';
import { expectLinear, texts } from '../support/growth.ts';

const { inTalk: find, asTyped: findTyped } = createReferences();
const nothing = { references: [], identifiers: [], leftOut: [], unclear: [] };

describe('a web address', () => {
  it.each([
    'https://garopay.slack.com/archives/C09K3D7X2QA/p1771234567654321',
    'https://garopay.slack.com/archives/C09K3D7X2QA/p1771234567654321?thread_ts=1771234500.123456&cid=C09K3D7X2QA',
    'garopay.slack.com/archives/C09K3D7X2QA',
    'https://app.slack.com/client/T05RB8N41WZ/D07M4E9Q6TX',
    'https://garopay.slack.com/files/U08LH3V52PC/F06QK7T49BN/TRF-88f3a1c9.png',
    'https://garopay.enterprise.slack.com/archives/C09K3D7X2QA/transactions/C09K3D7X2QB',
    'https%3A%2F%2Fgaropay.slack.com%2Farchives%2FC09K3D7X2QA',
  ])('of Slack holds none, and nothing to offer: %s', (address) => {
    expect(find(address)).toEqual(nothing);
    expect(findTyped(`<${address}>`).references).toEqual([]);
  });

  it.each([
    'https://t.example/QW12ER34TY',
    'https://files.example/statement.pdf?X-Amz-Credential=AKIA9T3RX6WLQ57ZBN%2F20260301&sig=CD56EF78GH90IJ12',
    'https://drive.example/file/d/1ZX9CV8BN7M6A5S4D3/view',
    'https://dash.example/transactions?customer=FT26021ABC99XYZ7',
    'https://dash.example/customers/FT26021ABC99XYZ7?from=transactions',
    'https://dash.example/transactions/new/FT26021ABC99XYZ7',
    'https://dash.example/transactions?user=0f8fad5b-d9cb-469f-a165-70867728950e',
  ])('names no transaction with a code of its own: %s', (address) => {
    expect(find(address)).toEqual(nothing);
  });

  it.each([
    ['https://dash.example/transactions/FT26021ABC99XYZ7/receipt', ['FT26021ABC99XYZ7']],
    ['https://dash.example/transferDetails/FT26021ABC99XYZ7.pdf', ['FT26021ABC99XYZ7']],
    ['https://dash.example/p?page=2&reference=FT26021ABC99XYZ7&key=AB12CD34EF56GH78', ['FT26021ABC99XYZ7']],
    ['https://dash.example/p?ref=FT26021ABC99XYZ7%20FT26021ABC99XYZ8', ['FT26021ABC99XYZ7', 'FT26021ABC99XYZ8']],
    ['https://dash.example/p?q=ref%3AFT26021ABC99XYZ7', ['FT26021ABC99XYZ7']],
    ['https://dash.example/go?to=https%3A%2F%2Fops.example%2Ftx%2FFT26021ABC99XYZ7', ['FT26021ABC99XYZ7']],
    ['https://dash.example/u/AB12CD34EF56GH78/TXN-20260131001', ['TXN-20260131001']],
    ['https://dash.example/u/AB12CD34EF56GH78/GARO-8f3k2j1?sig=CD56EF78GH90IJ12', ['GARO-8f3k2j1']],
    ['https://garopay.slack.com/files/U08LH3V52PC/F06QK7T49BN/garo-8f3k2j1.png', ['garo-8f3k2j1']],
    ['<https://garopay.slack.com/archives/C09K3D7X2QA/p1771234567654321|FT26021ABC99XYZ7>', ['FT26021ABC99XYZ7']],
  ])('names those that it calls so, and the service’s own: %s', (address, references) => {
    expect(find(address)).toEqual({ ...nothing, references });
  });

  it.each(['a/', 'a=', 'ref=AB12CD34EF', 'tx/'])('is read in linear time, full of %s', async (part) => {
    const made = texts(2_000, (size) => `https://a.example/${part.repeat(size)}`);
    await expectLinear(2_000, (size) => find(made(size)));
  });
});
