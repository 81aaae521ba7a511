/** When a screen has first seen an alarm. */
export interface FirstSeen {
  /** Seconds since 1970, by the clock of the PDU. */
  readonly at: number;
  /** The alarm was there already when the screen began to look, so that it may be older. */
  readonly isOlder?: true;
}

export type SeenAlarms = Readonly<Record<string, FirstSeen>>;

/**
 * The alarms of now with when each was first seen; one that has ended is forgotten.
 * @param now seconds since 1970
 * @param isFirstLook true while the screen has only just begun to look, and may not have all alarms yet: none is forgotten
 */
export function seenAlarms(before: SeenAlarms, keys: readonly string[], now: number, isFirstLook: boolean): SeenAlarms {
  const first: FirstSeen = isFirstLook ? { at: now, isOlder: true } : { at: now };
  const seen = Object.fromEntries(keys.map((key) => [key, before[key] ?? first]));
  return isFirstLook ? { ...before, ...seen } : seen;
}

/** A text of {@link SeenAlarms} that was kept; none for any other text. */
export function parseSeen(text: string | null): SeenAlarms {
  try {
    const value: unknown = JSON.parse(text ?? '');
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
    const isSound = Object.values(value).every(
      (each: unknown) => typeof each === 'object' && each !== null && 'at' in each && Number.isFinite(each.at),
    );
    return isSound ? (value as SeenAlarms) : {};
  } catch {
    return {};
  }
}
