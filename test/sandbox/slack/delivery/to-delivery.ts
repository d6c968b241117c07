import type { Delivery } from '../types.ts';
import type { Reception } from './reception.ts';

export function toDelivery(reception: Reception, responseUrl?: string): Delivery {
  const { outcome, ackMs, httpStatus } = reception;
  return {
    outcome,
    ackMs,
    ...(responseUrl !== undefined && { responseUrl }),
    ...(httpStatus !== undefined && { httpStatus }),
    ...(reception.outcome === 'acked' && reception.body !== undefined && { ackBody: reception.body }),
  };
}
