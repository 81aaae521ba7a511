/** The SNMP tools of net-snmp, as an operator calls them, and a client for what would be too many calls of them. */
import { execFile } from 'node:child_process';
import type { NetSnmp, Session, User, Varbind } from 'net-snmp';
import { netSnmp } from '../../../src/common/snmp/library.js';

/** The outcome of a program. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Runs a program without a shell; the controller goes on meanwhile. */
export const run = (
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> =>
  new Promise((resolve) => {
    execFile(program, [...args], { env: { ...process.env, ...env }, maxBuffer: 2 ** 26 }, (error, out, said) => {
      const code = error ? (typeof error.code === 'number' ? error.code : -1) : 0;
      resolve({ code, out, error: said });
    });
  });

/** The credential of a manager. */
export type Credential =
  | { readonly version: '1' | '2c'; readonly community: string }
  | { readonly version: '3'; readonly user: string; readonly auth: string; readonly privacy: string };

export const argsOf = (credential: Credential): string[] =>
  credential.version === '3'
    ? [
        ...['-v3', '-l', 'authPriv', '-u', credential.user],
        ...['-a', 'SHA', '-A', credential.auth, '-x', 'AES', '-X', credential.privacy],
      ]
    : [`-v${credential.version}`, '-c', credential.community];

/** Without the files of the machine, of which the tools would report that they create them. */
const NO_FILES = { SNMPCONFPATH: '/dev/null', SNMP_PERSISTENT_DIR: '/dev/null' };
/** A slow machine must not make a tool send its request a second time. */
const PATIENT = ['-t', '60', '-r', '0'];
/** Identifiers and values as they are sent. */
const PLAIN = ['-On', '-Oe', '-OQ', '-m', ''];

/** The tools of net-snmp for an agent on the loopback. */
export class SnmpTools {
  constructor(readonly port: number) {}

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  tool(name: string, credential: Credential, ...rest: readonly string[]): Promise<Ran> {
    const [options, others] = [
      rest.filter((each) => each.startsWith('-C')),
      rest.filter((each) => !each.startsWith('-C')),
    ];
    return run(name, [...argsOf(credential), ...PATIENT, ...PLAIN, ...options, this.address, ...others], NO_FILES);
  }

  /** The values by identifier, in the order of the answer. */
  async walk(
    credential: Credential,
    name = 'snmpwalk',
    root = '.1',
    ...options: readonly string[]
  ): Promise<[string, string][]> {
    const { out, error } = await this.tool(name, credential, ...options, root);
    if (error !== '') throw new Error(error);
    return linesOf(out);
  }

  async get(credential: Credential, oid: string): Promise<string> {
    const { out, error } = await this.tool('snmpget', credential, oid);
    return (linesOf(out)[0]?.[1] ?? error).trim();
  }

  /** `done`, or the error-status as the tool names it. */
  async set(
    credential: Credential,
    ...assignments: readonly (readonly [oid: string, type: string, value: string])[]
  ): Promise<string> {
    const { code, error } = await this.tool('snmpset', credential, ...assignments.flat());
    return code === 0 ? 'done' : (/Reason: (?:\()?(\w+)/.exec(error)?.[1] ?? error);
  }
}

/** Lines `.1.3.6 = value`; a text may go on over several lines. */
function linesOf(out: string): [string, string][] {
  return out
    .split(/\n(?=\.1)/)
    .map((line): [string, string] => {
      const at = line.indexOf(' = ');
      return [line.slice(1, at), line.slice(at + 3).trim()];
    })
    .filter(([oid]) => oid !== '');
}

type Assignment = readonly [oid: string, value: number | string];

/** A manager as a library has it. */
export class SnmpManager {
  private constructor(
    private readonly snmp: NetSnmp,
    private readonly session: Session,
  ) {}

  static async of(port: number, credential: Credential): Promise<SnmpManager> {
    const snmp = await netSnmp();
    const options = { port, timeout: 60_000, retries: 0, transport: 'udp4' as const };
    const session =
      credential.version === '3'
        ? snmp.createV3Session('127.0.0.1', userOf(snmp, credential), { ...options, version: snmp.Version3 })
        : snmp.createSession('127.0.0.1', credential.community, {
            ...options,
            version: credential.version === '1' ? snmp.Version1 : snmp.Version2c,
          });
    session.on('error', () => undefined);
    return new SnmpManager(snmp, session);
  }

  /** The identifiers of all objects below a root. */
  async walk(root: string): Promise<string[]> {
    const found: string[] = [];
    for (let last = root; ;) {
      const rows = await this.#bulk(last);
      for (const varbind of rows) {
        if (this.snmp.isVarbindError(varbind) || !varbind.oid.startsWith(`${root}.`)) return found;
        found.push(varbind.oid);
        last = varbind.oid;
      }
      if (rows.length === 0) return found;
    }
  }

  /** `done`, or the error-status as the library names it. */
  async set(...assignments: readonly Assignment[]): Promise<string> {
    const { Integer, OctetString } = this.snmp.ObjectType;
    const varbinds = assignments.map(([oid, value]) => ({
      oid,
      type: typeof value === 'number' ? Integer : OctetString,
      value,
    }));
    return new Promise((resolve) => {
      this.session.set(varbinds, (error) =>
        resolve(error ? (/^\w+/.exec(error.message)?.[0] ?? error.message) : 'done'),
      );
    });
  }

  close(): void {
    this.session.close();
  }

  #bulk(oid: string): Promise<Varbind[]> {
    return new Promise((resolve, reject) => {
      this.session.getBulk([oid], 0, 50, (error, columns) => (error ? reject(error) : resolve(columns.flat())));
    });
  }
}

const userOf = (
  { SecurityLevel, AuthProtocols, PrivProtocols }: NetSnmp,
  { user, auth, privacy }: Credential & { readonly version: '3' },
): User => ({
  name: user,
  level: SecurityLevel.authPriv,
  authProtocol: AuthProtocols.sha,
  authKey: auth,
  privProtocol: PrivProtocols.aes,
  privKey: privacy,
});
