import type { types } from '@slack/bolt';
import { commands } from '../../commands/index.ts';
import type { Resources } from '../../commands/inquire.ts';
import { UserError } from '../../errors.ts';
import type { Block } from '../../views/blocks.ts';
import { home } from '../../views/home.ts';
import { homeBanks } from '../../views/home-banks.ts';
import { homeWatches, noHomeWatches } from '../../views/watch-list.ts';
import type { Asking } from '../exchange/exchange.ts';

/** Draws a person's Home tab with what is known at this moment. */
export function createDrawHome({ services, presentation }: Resources): (exchange: Asking) => Promise<types.HomeView> {
  return async ({ origin: { userId = '' }, mayAskInWindows }) => {
    const { history, banks, ownLookUps } = services;
    const own = ownLookUps.of(userId);
    const [hour, halfHour, watches] = await Promise.all([
      history.counts(60),
      history.counts(30),
      watchesOf(userId, mayAskInWindows),
    ]);
    return home({
      commands,
      lookUps: services.lookUpSummary(),
      own,
      lastPasteAtMs: ownLookUps.lastPasteAtMs(userId),
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
        own: services.ownLookUps.of(userId),
        mayAskInWindows,
        slash: presentation.names.slash,
      });
    } catch (error) {
      if (error instanceof UserError) return noHomeWatches(error.message);
      throw error;
    }
  }
}
