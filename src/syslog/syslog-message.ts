import type { AuditEntryEntity } from '../audit/audit-entry.entity.js';

/** The content of a message: an entry of the audit log, or one of the same form without an id. */
export type SyslogEntry = Readonly<Omit<AuditEntryEntity, 'id' | 'name' | 'about' | 'aboutName' | 'cause'>> &
  Readonly<Partial<Pick<AuditEntryEntity, 'id' | 'name' | 'about' | 'aboutName'>>>;

/** The size that every receiver should accept (RFC 5424, section 6.1). */
const MAX_BYTES = 2048;
/** "Log audit". */
const FACILITY = 13;
const WARNING = 4;
const INFORMATIONAL = 6;
/** The number that IANA reserves for documentation: the project has no enterprise number of its own. */
const STRUCTURED_DATA_ID = 'audit@32473';
const BYTE_ORDER_MARK = '\ufeff';

/** One message of RFC 5424: the audit record as structured data and as a readable sentence. */
export function syslogMessage(entry: SyslogEntry, hostName: string): Buffer {
  const severity = entry.result === 'ok' ? INFORMATIONAL : WARNING;
  const head = Buffer.from(
    [
      `<${FACILITY * 8 + severity}>1`,
      timestamp(entry.at),
      headerField(hostName, 255),
      'rackfeed',
      process.pid,
      headerField(entry.kind, 32),
      structuredData(entry),
      BYTE_ORDER_MARK,
    ].join(' '),
  );
  return Buffer.concat([head, Buffer.from(cut(printable(sentence(entry)), MAX_BYTES - head.length))]);
}

/** The structured data; the limits of its values and the longest header leave room for a sentence. */
function structuredData({ id, kind, object, via, who, address, result, before, after }: SyslogEntry): string {
  const params = [
    param('id', id === undefined ? null : String(id), 16),
    param('kind', kind, 64),
    param('object', object, 128),
    param('via', via, 16),
    param('who', who, 128),
    param('address', address, 64),
    param('result', result, 64),
    param('before', before, 350),
    param('after', after, 350),
  ];
  return `[${[STRUCTURED_DATA_ID, ...params.filter((text) => text !== '')].join(' ')}]`;
}

function sentence({ who, via, address, kind, result, ...entry }: SyslogEntry): string {
  const origin = address === null ? via : `${via}, ${address}`;
  const about = entry.about ? ` at ${called(entry.about, entry.aboutName)}` : '';
  const end = result === 'ok' ? '' : `, ended with ${result}`;
  return `${who} (${origin}): ${kind} ${called(entry.object, entry.name)}${about}${end}`;
}

/** An object by its id, and by the name that it had: `outlet:7-1200578 (db-master)`. */
const called = (object: string, name: string | null | undefined): string => (name ? `${object} (${name})` : object);

const param = (name: string, value: string | null, max: number): string =>
  value === null ? '' : `${name}="${cut(printable(value), max, (character) => character.replace(/["\\\]]/, '\\$&'))}"`;

/** The time, or "-" for a wrong clock: the format ends with the year 9999. */
const timestamp = (at: number): string => (at >= 0 && at < Date.UTC(10_000, 0) ? new Date(at).toISOString() : '-');

/** A header field contains printable ASCII without spaces; "-" if empty. */
const headerField = (text: string, max: number): string => text.replace(/[^\x21-\x7e]/g, '?').slice(0, max) || '-';

/** A control character could forge a second line at the receiver. */
const printable = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').replace(/\p{Cs}/gu, '\ufffd');

/** As many characters as fit into `max` bytes, each escaped by `write`; an ellipsis replaces the rest. */
function cut(text: string, max: number, write: (character: string) => string = (character) => character): string {
  const written = Array.from(text, write);
  if (Buffer.byteLength(written.join('')) <= max) return written.join('');
  let remaining = max - Buffer.byteLength('…');
  const fitting = written.findIndex((piece) => (remaining -= Buffer.byteLength(piece)) < 0);
  return `${written.slice(0, fitting).join('')}…`;
}
