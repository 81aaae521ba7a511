import { ApiError } from '../common/errors.js';

/** A page of a list. */
interface Page<T> {
  readonly items: T[];
  /** The cursor of the next page; null on the last one. */
  readonly next: string | null;
}

/** A cursor is a key of the list in a form that nobody takes for a number to count with. */
export const cursorOf = (key: number): string => Buffer.from(`n${key}`).toString('base64url');

/** The key in a cursor; undefined without one. Throws 422 for text that is no cursor. */
export function numberOfCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  const [, digits] = /^n(\d{1,16})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (digits !== undefined) return Number(digits);
  throw ApiError.validation([{ field: 'after', message: 'after must be the "next" of the page before.' }]);
}

/**
 * The first `limit` of these items as a page.
 * @param last the key of the last of them; undefined if nothing follows
 */
export const pageOf = <T>(items: readonly T[], limit: number, last: number | undefined): Page<T> => ({
  items: items.slice(0, limit),
  next: last === undefined ? null : cursorOf(last),
});
