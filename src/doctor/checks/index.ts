import type { Check } from '../check.ts';
import { allowedChannels, allowedGroups, allowedPeople } from './allowed.ts';
import { auditLog, clock, configuration, ports, stateFolder } from './machine.ts';
import { redis } from './redis.ts';
import { appToken, blocks, botToken, grantedScopes } from './slack.ts';
import { bankList, oneReference } from './transfer-service.ts';

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
