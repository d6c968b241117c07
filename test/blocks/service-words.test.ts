import { expect, it } from 'vitest';
import { showsInternalDetails } from '../../src/blocks/json-fields.ts';
import { expectLinear } from '../support/growth.ts';

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

it.each(['a-', 'a.', 'a/', 'A.', 'at (', 'select a,', '1.', 'where a '])(
  'they are read in linear time: %s',
  async (part) => {
    await expectLinear(1_000, (size) => showsInternalDetails(part.repeat(size / part.length)));
  },
);
