/**
 * The bounds of the audit log. 20,000 entries are months of a busy PDU and some 10 MB of flash; the log must never
 * fill the storage.
 */
export class AuditBounds {
  readonly entries: number = 20_000;
  /** The oldest leave so many at a time: one delete in 500 recordings instead of one in each. */
  readonly batch: number = 500;
}

/** Longest `kind`, `object`, `who` and the like, in characters: a name tried at sign-in comes from anybody. */
export const MAX_TEXT = 255;
/** Longest text inside `before` and `after`; the beginning of a certificate distinguishes it from others. */
const MAX_MEMBER = 500;
/** Longest JSON of `before` or `after`, in characters. */
const MAX_JSON = 4_096;

export const shortened = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;

/** JSON of the members of a record, or null without any. */
export function boundedJson(members: object | undefined): string | null {
  if (!members) return null;
  const json = JSON.stringify(members, (_, value: unknown) =>
    typeof value === 'string' ? shortened(value, MAX_MEMBER) : value,
  );
  return json.length <= MAX_JSON ? json : JSON.stringify({ omitted: `${json.length} characters` });
}
