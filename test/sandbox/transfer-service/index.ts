/** A transfer service that answers with samples. */
export * from './institutions.ts';
export * from './ordinary-transactions.ts';
export * from './requeries.ts';
export * from './sample-transfer-service.ts';
export * from './samples.ts';
export * from './second-look.ts';
export * from './transaction-record.ts';
export * from './troubled-transactions.ts';
export type * from './types.ts';
export * from './unusual-transactions.ts';
