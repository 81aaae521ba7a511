import { anInteger, aRecord, aText, aWholeNumber, aWordLike, oneOf, optional } from '../../profiles/shape.js';
import { aPort, aTimeout, type LinkProfile, type PointProfile } from '../../profiles/wiring.js';
import type { Bus } from '../wired/bus.js';
import { SnmpLink } from './snmp.link.js';

/** An SNMP agent. */
export interface SnmpLinkProfile extends LinkProfile {
  readonly kind: 'snmp';
  readonly host: string;
  /** UDP port; 161 when absent. */
  readonly port?: number;
  /** Version of SNMP; `2c` when absent. */
  readonly version?: '1' | '2c' | '3';
  /** Community of versions 1 and 2c. `file:/path` reads it from a file. */
  readonly community?: string;
  /** User of version 3. */
  readonly user?: string;
  readonly authProtocol?: 'md5' | 'sha' | 'sha256' | 'sha512';
  /** Authentication key. `file:/path` reads it from a file. */
  readonly authKey?: string;
  readonly privProtocol?: 'des' | 'aes' | 'aes256';
  /** Privacy key. `file:/path` reads it from a file. */
  readonly privKey?: string;
  /** Time limit of one request, ms; 400 when absent. */
  readonly timeout?: number;
}

export interface SnmpPointProfile extends PointProfile {
  /** Object identifier; `#` stands for the number of the part. */
  readonly oid: string;
  /** Added to the number of the part for `#`; 0 when absent, -1 where the device counts from 0. */
  readonly shift?: number;
  /** The object that switches a relay, if it is not the one that is read, and the values to write. */
  readonly write?: { readonly oid: string; readonly on: number; readonly off: number };
}

const anOid = aWordLike(/^\.?1(\.(\d{1,10}|#))+$/, 'an object identifier as 1.3.6.1.4.1.318.1.1.26.9.2.3.1.5.#');

export const SNMP: Bus<SnmpLinkProfile, SnmpPointProfile> = {
  kind: 'snmp',
  linkKeys: {
    host: aText,
    port: aPort,
    version: optional(oneOf('1', '2c', '3')),
    community: optional(aText),
    user: optional(aText),
    authProtocol: optional(oneOf('md5', 'sha', 'sha256', 'sha512')),
    authKey: optional(aText),
    privProtocol: optional(oneOf('des', 'aes', 'aes256')),
    privKey: optional(aText),
    timeout: aTimeout,
  },
  shownKeys: ['host', 'port', 'version', 'user', 'authProtocol', 'privProtocol', 'timeout'],
  pointKeys: {
    oid: anOid,
    shift: optional(aWholeNumber(-1, 10_000)),
    write: optional(aRecord({ oid: anOid, on: anInteger, off: anInteger })),
  },
  isBit: () => false,
  linkProblems: (link, at) => {
    const needed = link.version === '3' ? 'user' : 'community';
    return link[needed] === undefined ? [`${at}.${needed} is missing; version ${link.version ?? '2c'} needs it`] : [];
  },
  pointProblems: ({ oid, write, on }, { row, names }, at) => [
    ...(names.length > 1 && !oid.includes('#') ? [`${at}.oid must have a # for the number of the object`] : []),
    ...(row.kind === 'relay' && !write && Array.isArray(on)
      ? [`${at}.write must say what to send, for on is a list`]
      : []),
  ],
  connect: (link, points, { values, clock }) => new SnmpLink(link, points, values, clock),
};
