/** A value as it comes out of a JSON text. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

/** Deeper than any message: a hostile one must not exhaust the stack. */
const MAX_DEPTH = 16;

/**
 * JSON without spaces and with the members in the order of their names, so that both ends of the link sign and verify
 * the same bytes, whichever order a member has come in. Throws for what JSON cannot say: undefined, NaN, infinities.
 */
export function canonicalJson(value: Json, depth = 0): string {
  if (depth > MAX_DEPTH) throw new TypeError(`A message is at most ${MAX_DEPTH} levels deep.`);
  if (Array.isArray(value)) {
    return `[${(value as readonly Json[]).map((entry) => canonicalJson(entry, depth + 1)).join(',')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([name, entry]) => `${JSON.stringify(name)}:${canonicalJson(entry, depth + 1)}`).join(',')}}`;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${value} is not a number of JSON.`);
  if (value === null || typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string') {
    return JSON.stringify(value);
  }
  throw new TypeError(`A ${typeof value} is not a value of JSON.`);
}
