import { useEffect } from 'react';
import { live, useIsLive, useLiveSummary } from '../live/live.js';

const KEPT = 'last-seen';

/** The moment at which this browser last had values of the PDU. */
export interface LastSeen {
  /** ISO 8601. */
  readonly at: string;
  /** The time zone of the PDU. */
  readonly zone: string;
}

/** Keeps the time of the newest values once a minute, for a browser that is opened without a connection. */
export function useLastSeen(zone: string): void {
  const isLive = useIsLive();
  const minute = useLiveSummary(() => live.device?.time.slice(0, 16));
  useEffect(() => {
    if (!isLive || minute === undefined) return;
    write(JSON.stringify({ at: `${minute}:00Z`, zone } satisfies LastSeen));
  }, [isLive, minute, zone]);
}

/** Undefined if this browser has never had any, or its settings forbid to keep it. */
export function lastSeen(): LastSeen | undefined {
  try {
    const { at, zone } = JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Partial<LastSeen>;
    return typeof at === 'string' && typeof zone === 'string' && !Number.isNaN(Date.parse(at))
      ? { at, zone }
      : undefined;
  } catch {
    return undefined;
  }
}

function write(text: string): void {
  try {
    localStorage.setItem(KEPT, text);
  } catch {
    // The browser forbids it; then it does not say when it last saw the PDU.
  }
}
