import * as z from 'zod';
import { commands } from '../../commands/index.ts';
import type { Resources } from '../../commands/inquire.ts';
import { home } from '../../views/home.ts';
import { homeBanks } from '../../views/home-banks.ts';
import type { Routes } from './routes.ts';

/** The app's Home tab, drawn again each time somebody opens it. */
export function registerHome(routes: Routes, { services, presentation }: Resources): void {
  routes.event('app_home_opened', { value: z.unknown() }, async () => {
    const { recentLookUps, banks, history } = services;
    const { names } = presentation;
    const [hour, halfHour] = await Promise.all([history.counts(60), history.counts(30)]);
    const counted = hour && halfHour ? homeBanks({ hour, halfHour, nameOf: banks.nameOf }) : [];
    const state = { lookUps: recentLookUps(), bankList: banks.state(), banks: counted };
    return { home: home({ commands, ...state, nowMs: Date.now(), names }) };
  });
}
