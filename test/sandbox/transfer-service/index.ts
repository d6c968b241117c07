/** A transfer service that answers with samples. */
export { institutions } from './institutions.ts';
export { type Sample, samples } from './operations.ts';
export {
  createSampleTransferService,
  type SampleTransferService,
} from './sample-transfer-service.ts';
export { merchantFile, toBankInTrouble } from './second-look.ts';
export { transactionRecord } from './transaction-record.ts';
