/** A strict parser of RFC 5424 messages: throws for every violation of the grammar. */
export interface ParsedSyslog {
  readonly facility: number;
  readonly severity: number;
  readonly timestamp: string;
  readonly hostName: string;
  readonly appName: string;
  readonly processId: string;
  readonly messageId: string;
  /** The parameters of the only structured data element. */
  readonly params: Readonly<Record<string, string>>;
  readonly text: string;
}

const TIMESTAMP = /^\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?(Z|[+-]\d{2}:\d{2})$/;
const HEADER =
  /^<(0|[1-9]\d{0,2})>([1-9]\d{0,2}) (\S+) ([\x21-\x7e]{1,255}) ([\x21-\x7e]{1,48}) ([\x21-\x7e]{1,128}) ([\x21-\x7e]{1,32}) /;
const SD_ID = /^[^\s="\]@]{1,32}@\d{1,20}/;
const PARAM = /^ ([^\s="\]]{1,32})="((?:[^"\\\]]|\\["\\\]])*)"/;

export function parseSyslog(bytes: Uint8Array): ParsedSyslog {
  const all = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  const fail = (what: string): never => {
    throw new Error(`${what}: ${JSON.stringify(all)}`);
  };
  const header = HEADER.exec(all) ?? fail('header');
  const [whole = '', priority, version, timestamp = '', hostName = '', appName = '', processId = '', messageId = ''] =
    header;
  if (Number(priority) > 191 || version !== '1') fail('priority or version');
  if (timestamp !== '-' && !TIMESTAMP.test(timestamp)) fail('timestamp');

  let rest = all.slice(whole.length);
  if (!rest.startsWith('[')) fail('structured data');
  const [id] = SD_ID.exec(rest.slice(1)) ?? fail('structured data id');
  rest = rest.slice(1 + id.length);
  const params: Record<string, string> = {};
  for (let match = PARAM.exec(rest); match; match = PARAM.exec(rest)) {
    const [text, name = '', value = ''] = match;
    params[name] = value.replace(/\\(["\\\]])/g, '$1');
    rest = rest.slice(text.length);
  }
  if (!rest.startsWith('] \ufeff')) fail('end of structured data, byte order mark');
  const text = rest.slice(3);
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(all)) fail('control character');
  return {
    facility: Math.floor(Number(priority) / 8),
    severity: Number(priority) % 8,
    timestamp,
    hostName,
    appName,
    processId,
    messageId,
    params,
    text,
  };
}
