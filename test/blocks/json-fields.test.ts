import { LosslessNumber } from 'lossless-json';
import { expect, it } from 'vitest';
import { amountField, fieldText, showsInternalDetails } from '../../src/blocks/json-fields.ts';

it('a field that is plainly an amount has separators', () => {
  const fields: [name: string, value: unknown, shown: string][] = [
    ['Amount', new LosslessNumber('98765432109876543.210'), '98,765,432,109,876,543.210'],
    ['NET_AMOUNT', '-1250000.5', '-1,250,000.5'],
    ['vat.charges', '0', '0'],
    ['stampDuty', '1050', '1,050'],
    ['NIPCharge', '2500000', '2,500,000'],
    ['level2Fee', '1050', '1,050'],
  ];
  expect(fields.map(([name, value]) => amountField(name, value))).toEqual(fields.map(([, , shown]) => shown));
});

it('what no amount is called, and what is no plain number, is left as it came', () => {
  const names = ['chargeCode', 'feeBearer', 'amountInKobo', 'coffee', 'total', 'reference', 'netamountcode', ''];
  const texts = ['000250000', '1e5', '25,000.00', 'NGN 1000', '1000 NGN', '.5', '1.', '٣', '', '9'.repeat(81)];
  const values = [...texts, new LosslessNumber('1E+5'), null, true, { value: '1000' }, ['1000']];
  const fields = [
    ...names.map((name) => [name, '1000'] as const),
    ...values.map((value) => ['amount', value] as const),
  ];
  expect(fields.filter(([name, value]) => amountField(name, value) !== undefined)).toEqual([]);
});

it('what is likely an identifier is code, and words that begin with one are not', () => {
  expect(fieldText('x', 'GARO-8f3k2j1', 40)).toBe('`GARO-8f3k2j1`');
  expect(fieldText('x', 'GARO-8f3k2j1 was paid', 40)).toBe('GARO-8f3k2j1 was paid');
});

const internal = String.raw`
Error at Object.<anonymous> (native)
java.lang.NullPointerException
Traceback (most recent call last):
File "app.py", line 3
goroutine 1 [running]
panic: runtime error
Cannot read properties of undefined (reading 'id')
SELECT * FROM users WHERE id = 1
select id, name, bank from accounts
select id from accounts
INSERT INTO tx VALUES (1)
SQLSTATE[42S02]: Base table or view not found
ERROR: relation "transfers" does not exist
Duplicate entry '1' for key 'PRIMARY'
/var/www/html/index.php
/srv/app is full
in src/main/Transfer.java
C:\app\config
App\Http\Kernel
see https://api.bank.example/x
connect ECONNREFUSED 10.0.0.5:5432
getaddrinfo ENOTFOUND db
no answer from transfer-db:5432
localhost refused
DB1.BANK.LOCAL
core.bank is down
CORE.BANK is down
10.0.0.5 is down
fe80::1ff:fe23:4567:890a
`.trim();

const useful = `
Transfer failed. Contact support.
Amount must be at least 1,000.00 NGN
Invalid date 21/11/2026, 14:08:09
Account is dormant/closed and/or blocked (N/A), 24/7
Please select an account from the list.
Pay at the counter (open 24h), e.g. at branch (Lagos)
Insufficient funds (code 51), Error: 91
Session 100004240926153311119822107551 of GARO-8f3k2j1 is unknown
Too many requests: 60/min, name is too long (max. 40)
Transaction not found
`.trim();

it("the service's own words that show how it is made inside are told from those that a person can use", () => {
  const lines = [...internal.split('\n'), 'Error: x\n    at find (/srv/app/index.js:10:5)'];
  expect(lines.filter((words) => !showsInternalDetails(words))).toEqual([]);
  expect(useful.split('\n').filter(showsInternalDetails)).toEqual([]);
});
