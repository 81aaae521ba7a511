const KEY = 'rackfeed-palette-recent';
const LONGEST = 8;

/** The ids of the entries used last, the newest first; only ids are stored, never names. */
export function recentIds(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return []; // storage is blocked, or was written by something else
  }
}

export function remember(id: string): void {
  const ids = [id, ...recentIds().filter((other) => other !== id)].slice(0, LONGEST);
  try {
    localStorage.setItem(KEY, JSON.stringify(ids));
  } catch {
    // Without storage nothing is recent.
  }
}
