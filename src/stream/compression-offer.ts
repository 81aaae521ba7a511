const EXTENSION = 'permessage-deflate';
/** A longer header is not read; clients send some 60 characters. */
const MAX_HEADER = 512;
/** An element of a list in a header; a comma in quotes does not separate. */
const ELEMENT = /(?:[^,"]|"(?:[^"\\]|\\.)*")+/g;
/** The parameters of RFC 7692 with the values under which the one compressed message for all readers is right. */
const PARAMETERS: Readonly<Record<string, RegExp>> = {
  server_no_context_takeover: /^$/,
  client_no_context_takeover: /^$/,
  server_max_window_bits: /^=("?)15\1$/, // all readers get what was compressed with a window of 32 KiB
  client_max_window_bits: /^(?:=("?)(?:[89]|1[0-5])\1)?$/,
};
/** The window in which a client compresses its one message: 1 KiB instead of 32 for each connection. */
const CLIENT_WINDOW_BITS = 10;

/**
 * The compression that the stream accepts out of `Sec-WebSocket-Extensions`, as an offer that ws accepts unchanged;
 * undefined where the stream does not compress. An offer that is malformed or cannot be kept is declined, and the next
 * one counts (RFC 7692, 5.1); ws would refuse the connection.
 */
export function acceptedOffer(header: string | undefined): string | undefined {
  if (header === undefined || header.length > MAX_HEADER) return undefined;
  for (const element of header.match(ELEMENT) ?? []) {
    const [name, ...parameters] = element.split(';').map((part) => part.trim());
    if (name !== EXTENSION) continue;
    const values = new Map(parameters.map(parameterOf));
    const isSound = values.size === parameters.length && [...values].every(([key, value]) => isAccepted(key, value));
    if (isSound) return [EXTENSION, ...answered(values)].join('; ');
  }
  return undefined;
}

function parameterOf(text: string): [name: string, value: string] {
  const [name = ''] = /^\w*/.exec(text) ?? [];
  return [name, text.slice(name.length)];
}

const isAccepted = (name: string, value: string): boolean =>
  Object.hasOwn(PARAMETERS, name) && PARAMETERS[name]?.test(value) === true;

/** The parameters that an answer must or may repeat. */
function* answered(values: ReadonlyMap<string, string>): Generator<string> {
  if (values.has('server_max_window_bits')) yield 'server_max_window_bits=15';
  const client = values.get('client_max_window_bits');
  if (client === undefined) return;
  const most = client === '' ? CLIENT_WINDOW_BITS : Number(client.replace(/[="]/g, ''));
  yield `client_max_window_bits=${Math.min(most, CLIENT_WINDOW_BITS)}`;
}
