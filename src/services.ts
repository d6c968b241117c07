import type { BankDirectory } from './banks/directory.ts';
import type { TransferApi } from './transfer-api/client.ts';

/** All that a command may use. */
export interface Services {
  transferApi: TransferApi;
  banks: BankDirectory;
  /** ISO 4217, when the operator says which currency the amounts are in. */
  currency: string | undefined;
}
