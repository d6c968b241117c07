import * as z from 'zod';
import { bank as bankCommand } from '../../commands/bank.ts';
import { UserError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { bankOptions, bankPicker, postedBank } from '../../views/bank-picker.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { requestFrom } from './ask.ts';
import { parseClick } from './parse-click.ts';
import type { Dispatch } from './routes.ts';

const Pick = z.object({ selected_option: z.object({ value: z.string().regex(/^\d{6}$/) }) });

/** The window that finds a bank's code as one types, opened from anywhere or from a long list of hits. */
export function registerBankPicker(dispatch: Dispatch, { banks, spellings }: Services): void {
  const bankOf = async (code: string) => {
    const { hits } = await banks.search(code);
    const [hit] = hits;
    if (!hit) throw new UserError('That bank is not in the list any more. Search again.');
    return hit.bank;
  };

  /** The window is open by now; the list is loaded while the person begins to type, and without one the window says so. */
  const load = async (exchange: Exchange) => {
    await banks.search('');
    exchange.answered = true;
  };
  dispatch.shortcut('find_bank_code', (_shortcut, exchange) => load(exchange));
  dispatch.action('bank:picker', (_action, exchange) => load(exchange));

  dispatch.options('bank:pick', async ({ value }, exchange, ack) => {
    const { hits, suggestions } = await banks.search(value);
    await ack({ options: bankOptions(hits.length > 0 ? hits.map(({ bank }) => bank) : suggestions) });
    exchange.answered = true;
  });

  dispatch.action('bank:pick', async (action, exchange) => {
    const { selected_option: option } = parseClick(Pick, action);
    requestFrom({ command: bankCommand, text: option.value, audience: 'asker', spelling: spellings.slash }, exchange);
    const bank = await bankOf(option.value);
    await exchange.record();
    await exchange.client.views.update({ view_id: exchange.place.viewId ?? '', view: bankPicker(bank) });
    exchange.answered = true;
  });

  dispatch.view('bank:post', async (view, exchange) => {
    const code = parseClick(z.string().regex(/^\d{6}$/), view.private_metadata);
    requestFrom({ command: bankCommand, text: code, audience: 'asker', spelling: spellings.slash }, exchange);
    await exchange.deliver(postedBank(await bankOf(code), exchange.place.userName), 'channel');
  });
}
