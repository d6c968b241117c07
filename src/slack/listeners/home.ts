import * as z from 'zod';
import { commands } from '../../commands/index.ts';
import type { Resources } from '../../commands/inquire.ts';
import { home } from '../../views/home.ts';
import type { Routes } from './routes.ts';

/** The app's Home tab, drawn again each time somebody opens it. */
export function registerHome(routes: Routes, { services, presentation }: Resources): void {
  routes.event('app_home_opened', { value: z.unknown() }, () => {
    const { recentLookUps, banks } = services;
    const { names } = presentation;
    return { home: home({ commands, lookUps: recentLookUps(), bankList: banks.state(), nowMs: Date.now(), names }) };
  });
}
