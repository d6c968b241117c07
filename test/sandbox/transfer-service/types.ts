import type { IncomingHttpHeaders } from 'node:http';

/** One input worth trying: `${command} ${text}` is the whole line. */
export interface Sample {
  readonly command: '/txn' | '/tsq' | '/bank';
  readonly text: string;
  /** What it shows, in a few plain words. */
  readonly title: string;
}

export interface RecordedRequest {
  readonly method: string;
  /** Path and query as they stood on the wire. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** `unavailable` answers every operation with 503; `silent` takes the request and never answers. */
export type Outage = 'none' | 'unavailable' | 'silent';

export interface SampleTransferService {
  /** Has a path of its own, as a real installation behind a gateway would. */
  readonly baseUrl: string;
  readonly token: string;
  /** Every request that arrived, refused ones too, oldest first. */
  readonly requests: readonly RecordedRequest[];
  setOutage(outage: Outage): void;
  /** Empties `requests`, for a run without end. */
  forget(): void;
  close(): Promise<void>;
}

export interface SampleTransferServiceOptions {
  /** 0, the default, takes any free port. */
  port?: number;
  /** The bearer token to insist on; made up when absent. */
  token?: string;
  /** How long the slow samples take. */
  slowMs?: number;
  /** The pause between two bytes of the dripping sample. */
  dripIntervalMs?: number;
  /** How long after it was first asked for the changing sample is another; a minute. */
  changesAfterMs?: number | undefined;
}
