import Negotiator from 'negotiator';
import type { Encoding } from '../common/compression.js';

/** All codings, the best first. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];

/** Results by header: there are only a few kinds of clients. */
const known = new Map<string, Encoding | undefined>();
const MAX_KNOWN = 100;
/** A header of more characters is read each time. */
const MAX_LENGTH = 100;

/**
 * The content coding for a client that sends this Accept-Encoding (RFC 9110, 12.5.3): that with the highest weight, the
 * first of those available if there are several; undefined for none.
 */
export function acceptedEncoding(header: string | undefined, available = ENCODINGS): Encoding | undefined {
  if (header === undefined) return undefined;
  if (available !== ENCODINGS || header.length > MAX_LENGTH) return negotiated(header, available);
  if (known.has(header)) return known.get(header);
  const encoding = negotiated(header, available);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(header, encoding);
  return encoding;
}

function negotiated(header: string, available: readonly Encoding[]): Encoding | undefined {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  const best = negotiator.encoding([...available, 'identity'], { preferred: available });
  return available.find((encoding) => encoding === best);
}
