/** Renews leases while there are any. */
export interface Renewals {
  /** @returns what ends it */
  add(renew: () => Promise<void>): () => void;
}

export function createRenewals(everyMs: number): Renewals {
  const all = new Set<() => Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  const renewAll = () => {
    for (const renew of all) renew().catch(() => {}); // tried again soon
  };
  return {
    add(renew) {
      all.add(renew);
      timer ??= setInterval(renewAll, everyMs).unref();
      return () => {
        all.delete(renew);
        if (all.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
