import { readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import type { NetSnmp, Session, User, Varbind } from 'net-snmp';
import type { Millis } from '../../../common/clock.js';
import { rememberSecret } from '../../../logging/redaction.js';
import { netSnmp } from '../../../common/snmp/library.js';
import type { SnmpLinkProfile } from './snmp.bus.js';

const TIMEOUT: Millis = 400;

/** The SNMP agent of a device, with requests as promises. */
export class SnmpAgent {
  readonly #session: Promise<{ snmp: NetSnmp; session: Session }>;
  #assertInTime: (() => void) | undefined;

  constructor(private readonly profile: SnmpLinkProfile) {
    this.#session = this.#open();
    this.#session.catch(() => undefined); // each request rejects
  }

  get hasBulk(): boolean {
    return this.profile.version !== '1';
  }

  /** The requested objects that exist, by their identifiers. */
  async get(oids: readonly string[]): Promise<Map<string, Varbind>> {
    const { snmp, session } = await this.#session;
    const varbinds = await new Promise<Varbind[]>((resolve, reject) => {
      session.get([...oids], (error, answer) => (error ? reject(error) : resolve(answer)));
    });
    return byOid(varbinds.filter((varbind) => !snmp.isVarbindError(varbind)));
  }

  /** At most `rows` objects that follow each of `before`, by their identifiers. */
  async getBulk(before: readonly string[], rows: number): Promise<Map<string, Varbind>> {
    const { snmp, session } = await this.#session;
    const columns = await new Promise<Varbind[][]>((resolve, reject) => {
      session.getBulk([...before], 0, rows, (error, answer) => (error ? reject(error) : resolve(answer)));
    });
    return byOid(columns.flat().filter((varbind) => !snmp.isVarbindError(varbind)));
  }

  /**
   * Sets an object. One call at a time.
   *
   * @param assertInTime throws once it is too late. It is called before each message: version 3 may have to ask for the clock
   * of the device first, and sends the request again after a restart of the device.
   */
  async setInteger(oid: string, value: number, assertInTime: () => void): Promise<void> {
    const { snmp, session } = await this.#session;
    this.#assertInTime = assertInTime;
    try {
      await new Promise<void>((resolve, reject) => {
        const varbind = { oid, type: snmp.ObjectType.Integer, value };
        session.set([varbind], (error) => (error ? reject(error) : resolve()));
      });
    } finally {
      this.#assertInTime = undefined;
    }
  }

  async close(): Promise<void> {
    const opened = await this.#session.catch(() => undefined);
    opened?.session.close();
  }

  async #open(): Promise<{ snmp: NetSnmp; session: Session }> {
    const snmp = await netSnmp();
    const { host, port = 161, version = '2c', community = '', timeout = TIMEOUT } = this.profile;
    const options = {
      port,
      timeout,
      retries: 0,
      transport: isIPv6(host) ? ('udp6' as const) : ('udp4' as const),
      version: { '1': snmp.Version1, '2c': snmp.Version2c, '3': snmp.Version3 }[version],
    };
    const session =
      version === '3'
        ? snmp.createV3Session(host, userOf(this.profile, snmp), options)
        : snmp.createSession(host, secret(community), options);
    session.on('error', () => undefined); // the request itself fails
    const send = session.send.bind(session);
    session.send = (request, noWait) => {
      try {
        this.#assertInTime?.();
      } catch (error) {
        request.responseCb(error as Error);
        return session;
      }
      return send(request, noWait);
    };
    return { snmp, session };
  }
}

function userOf(profile: SnmpLinkProfile, { SecurityLevel, AuthProtocols, PrivProtocols }: NetSnmp): User {
  const { user = '', authKey, authProtocol = 'sha', privKey, privProtocol = 'aes' } = profile;
  const privacy = { des: PrivProtocols.des, aes: PrivProtocols.aes, aes256: PrivProtocols.aes256b }[privProtocol];
  if (authKey === undefined) return { name: user, level: SecurityLevel.noAuthNoPriv };
  const auth = { name: user, authProtocol: AuthProtocols[authProtocol], authKey: secret(authKey) };
  if (privKey === undefined) return { ...auth, level: SecurityLevel.authNoPriv };
  return { ...auth, level: SecurityLevel.authPriv, privProtocol: privacy, privKey: secret(privKey) };
}

/** `file:/path` stands for the content of that file: a profile may be shared, a password may not. */
const secret = (text: string): string =>
  rememberSecret(text.startsWith('file:') ? readFileSync(text.slice('file:'.length), 'utf8').trim() : text);

const byOid = (varbinds: readonly Varbind[]): Map<string, Varbind> =>
  new Map(varbinds.map((varbind) => [varbind.oid, varbind]));
