import { ApiError } from '../common/errors.js';

/** The lists of a stream message, in their order. */
export const STREAM_LISTS = ['inlets', 'banks', 'outlets', 'sensors', 'relayOutputs'] as const;
export type StreamList = (typeof STREAM_LISTS)[number];

/** Everything that a message can have, in its order. */
export const STREAM_PARTS: readonly StreamPart[] = ['device', ...STREAM_LISTS];
export type StreamPart = 'device' | StreamList;

/**
 * The parts that a query names, separated by commas, in any order and case; all of them without a query. The answer has
 * the order of {@link STREAM_PARTS}, so that readers who ask for the same share one message. Throws STREAM_PART_UNKNOWN.
 */
export function parseStreamParts(query: string | undefined): readonly StreamPart[] {
  if (query === undefined) return STREAM_PARTS;
  const named = new Set(query.split(',').map((name) => name.trim().toLowerCase()));
  const known = new Set(STREAM_PARTS.map((part) => part.toLowerCase()));
  const unknown = [...named].find((name) => !known.has(name));
  if (unknown !== undefined) throw new ApiError('STREAM_PART_UNKNOWN', unknown, STREAM_PARTS.join(', '));
  return named.size === known.size ? STREAM_PARTS : STREAM_PARTS.filter((part) => named.has(part.toLowerCase()));
}
