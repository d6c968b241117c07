import type { Check } from '../check.ts';
import { allowedChannels } from './allowed-channels.ts';
import { allowedGroups } from './allowed-groups.ts';
import { allowedPeople } from './allowed-people.ts';
import { appToken } from './app-token.ts';
import { auditLog } from './audit-log.ts';
import { bankList } from './bank-list.ts';
import { blocks } from './blocks.ts';
import { botToken } from './bot-token.ts';
import { clock } from './clock.ts';
import { configuration } from './configuration.ts';
import { grantedScopes } from './granted-scopes.ts';
import { oneReference } from './one-reference.ts';
import { ports } from './ports.ts';
import { redis } from './redis.ts';
import { stateFolder } from './state-folder.ts';

/** In the order of the report. */
export const checks: readonly Check[] = [
  configuration,
  botToken,
  grantedScopes,
  appToken,
  ports,
  clock,
  allowedChannels,
  allowedPeople,
  allowedGroups,
  bankList,
  oneReference,
  auditLog,
  stateFolder,
  redis,
  blocks,
];
