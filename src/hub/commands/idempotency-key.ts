import { ApiError } from '../../common/errors.js';

/** Printable ASCII without the quote, which is what a string of a structured header may have around it. */
const KEY = /^[\x21\x23-\x7e]{1,128}$/;

/**
 * The key of the header Idempotency-Key, with or without the quotes of the draft of the IETF; undefined without one. Throws
 * IDEMPOTENCY_KEY_INVALID.
 */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = /^"(.*)"$/.exec(header.trim())?.[1] ?? header.trim();
  if (!KEY.test(key)) throw new ApiError('IDEMPOTENCY_KEY_INVALID');
  return key;
}
