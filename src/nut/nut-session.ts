import type { CallerWithAddress } from '../common/access.js';
import { VERSION } from '../common/version.js';
import { commandDescription, parseNutCommand } from './commands.js';
import { quoted } from './ascii.js';
import { NutError, type NutErrorWord, type NutOperation } from './errors.js';
import { wordsOf } from './line.js';
import type { NutServer } from './nut-server.js';
import { descriptionOf, type NutVariable } from './variables.js';

/** The answer to a line, with LF, and what happens to the connection after it. */
export interface NutReply {
  readonly text: string | Buffer;
  readonly then?: 'close' | 'startTls';
}

/** A command of the protocol. `words` are those after its name. */
interface NutCommandRow {
  /** Smallest number of words. */
  readonly min: number;
  /** Largest number of words, above which upsd refuses the line too; others are ignored. */
  readonly max?: number;
  /** Needs a user who has signed in. */
  readonly needsUser?: true;
  /** Is answered before a sign-in even where reading needs one. */
  readonly isOpen?: true;
  readonly run: (session: NutSession, words: readonly string[], name: string) => NutReply | Promise<NutReply>;
}

/** The version of upsd whose answers these are. */
const SERVER_VERSION = '2.8.0';
/** The first words are those of upsd, by which some clients recognise it. */
const SERVER_INFO = `Network UPS Tools upsd ${SERVER_VERSION} - Rackfeed ${VERSION}`;
/** The version of the protocol. */
const NETWORK_VERSION = '1.3';

const HELP = 'Commands: HELP VER GET LIST SET INSTCMD LOGIN LOGOUT USERNAME PASSWORD STARTTLS';
const ok = (text = 'OK'): NutReply => ({ text: `${text}\n` });
const refused = (word: NutErrorWord): NutReply => ok(`ERR ${word}`);

const COMMANDS: ReadonlyMap<string, NutCommandRow> = new Map<string, NutCommandRow>(
  Object.entries({
    VER: { min: 0, max: 0, isOpen: true, run: () => ok(SERVER_INFO) },
    NETVER: { min: 0, max: 0, isOpen: true, run: () => ok(NETWORK_VERSION) },
    PROTVER: { min: 0, max: 0, isOpen: true, run: () => ok(NETWORK_VERSION) },
    HELP: { min: 0, max: 0, isOpen: true, run: () => ok(HELP) },
    STARTTLS: { min: 0, isOpen: true, run: (session) => session.startTls() },
    USERNAME: { min: 1, max: 1, isOpen: true, run: (session, [name = '']) => session.username(name) },
    PASSWORD: { min: 1, max: 1, isOpen: true, run: (session, [password = '']) => session.password(password) },
    LOGOUT: { min: 0, max: 0, isOpen: true, run: () => ({ text: 'OK Goodbye\n', then: 'close' }) },
    GET: { min: 1, run: (session, words) => subcommand(GETS, session, words) },
    LIST: { min: 1, run: (session, words) => subcommand(LISTS, session, words) },
    SET: { min: 2, needsUser: true, run: (session, words) => subcommand(SETS, session, words) },
    INSTCMD: { min: 2, needsUser: true, run: (session, words) => session.instantCommand(words) },
    LOGIN: { min: 1, max: 1, needsUser: true, run: (session, [ups = '']) => session.logIn(ups) },
    PRIMARY: { min: 1, max: 1, needsUser: true, run: (session, words, name) => session.primary(words, name) },
    MASTER: { min: 1, max: 1, needsUser: true, run: (session, words, name) => session.primary(words, name) },
    FSD: { min: 1, max: 1, needsUser: true, run: (session, [ups = '']) => session.forceShutdown(ups) },
  } satisfies Record<string, NutCommandRow>),
);

const GETS: ReadonlyMap<string, NutCommandRow> = new Map<string, NutCommandRow>(
  Object.entries({
    TRACKING: { min: 0, run: (session, [id]) => session.getTracking(id) },
    NUMLOGINS: { min: 1, run: (session, [ups = '']) => session.numLogins(ups) },
    UPSDESC: { min: 1, run: (session, [ups = '']) => session.upsDescription(ups) },
    VAR: { min: 2, run: (session, [ups = '', name = '']) => session.getVariable(ups, name) },
    TYPE: { min: 2, run: (session, [ups = '', name = '']) => session.getType(ups, name) },
    DESC: {
      min: 2,
      run: (session, [ups = '', name = '']) => session.describe('DESC', ups, name, descriptionOf(name)),
    },
    CMDDESC: {
      min: 2,
      run: (session, [ups = '', name = '']) => session.describe('CMDDESC', ups, name, commandDescription(name)),
    },
  } satisfies Record<string, NutCommandRow>),
);

const LISTS: ReadonlyMap<string, NutCommandRow> = new Map<string, NutCommandRow>(
  Object.entries({
    UPS: { min: 0, run: (session) => session.listDevices() },
    VAR: { min: 1, run: (session, [ups = '']) => session.listVariables(ups) },
    RW: { min: 1, run: (session, [ups = '']) => session.listWritable(ups) },
    CMD: { min: 1, run: (session, [ups = '']) => session.listCommands(ups) },
    CLIENT: { min: 1, run: (session, [ups = '']) => session.listClients(ups) },
    ENUM: { min: 2, run: (session, [ups = '', name = '']) => session.listValues('ENUM', ups, name) },
    RANGE: { min: 2, run: (session, [ups = '', name = '']) => session.listValues('RANGE', ups, name) },
  } satisfies Record<string, NutCommandRow>),
);

const SETS: ReadonlyMap<string, NutCommandRow> = new Map<string, NutCommandRow>(
  Object.entries({
    VAR: { min: 3, run: (session, words) => session.setVariable(words) },
    TRACKING: { min: 1, run: (session, [value = '']) => session.setTracking(value) },
  } satisfies Record<string, NutCommandRow>),
);

function subcommand(
  rows: ReadonlyMap<string, NutCommandRow>,
  session: NutSession,
  [name = '', ...words]: readonly string[],
): NutReply | Promise<NutReply> {
  const row = rows.get(name.toUpperCase());
  if (!row || words.length < row.min) throw new NutError('INVALID-ARGUMENT');
  return row.run(session, words, name);
}

/** The dialogue with one client, without its socket. */
export class NutSession {
  #username: string | undefined;
  #password: string | undefined;
  #user: CallerWithAddress | undefined;
  #isTracking = false;
  #isLoggedIn = false;

  constructor(
    private readonly server: NutServer,
    readonly address: string,
    private readonly link: { readonly isEncrypted: boolean },
  ) {}

  /** True after LOGIN: the client is counted as a host that this PDU feeds. */
  get isLoggedIn(): boolean {
    return this.#isLoggedIn;
  }

  /** The name under which the client is shown. */
  get clientName(): string {
    return this.#user?.username ?? this.server.anonymous(this.address).username;
  }

  /** Answers a line; never throws or rejects. */
  answer(line: string): NutReply | Promise<NutReply> {
    try {
      const reply = this.#run(line);
      return reply instanceof Promise ? reply.catch((error: unknown) => this.#refusal(error)) : reply;
    } catch (error) {
      return this.#refusal(error);
    }
  }

  /** Ends what the connection stands for. */
  end(): void {
    this.server.logOut(this);
  }

  #run(line: string): NutReply | Promise<NutReply> {
    const words = wordsOf(line);
    if (!words) throw new NutError('INVALID-ARGUMENT');
    const [name = '', ...rest] = words;
    const row = COMMANDS.get(name.toUpperCase());
    if (!row) throw new NutError('UNKNOWN-COMMAND');
    this.#forgetEndedUser();
    if (row.needsUser) this.#assertSignedIn();
    if (!row.isOpen && !this.#user && !this.server.admitsAnonymous) throw new NutError('ACCESS-DENIED');
    if (rest.length < row.min || rest.length > (row.max ?? Infinity)) throw new NutError('INVALID-ARGUMENT');
    return row.run(this, rest, name.toUpperCase());
  }

  #refusal(error: unknown): NutReply {
    if (error instanceof NutError) return refused(error.word);
    this.server.reportUnexpected(error);
    return refused('DATA-STALE');
  }

  // ── sign-in

  startTls(): NutReply | Promise<NutReply> {
    if (this.link.isEncrypted) throw new NutError('ALREADY-SSL-MODE');
    return this.server.canEncrypt().then((can) => {
      if (!can) throw new NutError('FEATURE-NOT-CONFIGURED');
      return { text: 'OK STARTTLS\n', then: 'startTls' };
    });
  }

  username(name: string): NutReply | Promise<NutReply> {
    this.#assertMayCarryPassword();
    if (this.#username !== undefined) throw new NutError('ALREADY-SET-USERNAME');
    this.#username = name;
    return this.#password === undefined ? ok() : this.#signIn(name, this.#password);
  }

  password(password: string): NutReply | Promise<NutReply> {
    this.#assertMayCarryPassword();
    if (this.#password !== undefined) throw new NutError('ALREADY-SET-PASSWORD');
    this.#password = password;
    return this.#username === undefined ? ok() : this.#signIn(this.#username, password);
  }

  async #signIn(name: string, password: string): Promise<NutReply> {
    this.#user = await this.server.signIn(name, password, this.address);
    if (!this.#user) throw new NutError('ACCESS-DENIED');
    return ok();
  }

  #assertMayCarryPassword(): void {
    if (this.server.requiresTls && !this.link.isEncrypted) throw new NutError('ACCESS-DENIED');
  }

  #assertSignedIn(): void {
    if (this.#user) return;
    if (this.#username === undefined) throw new NutError('USERNAME-REQUIRED');
    if (this.#password === undefined) throw new NutError('PASSWORD-REQUIRED');
    throw new NutError('ACCESS-DENIED');
  }

  /** A user who was locked or has another password now is signed out; there is one sign-in for a connection. */
  #forgetEndedUser(): void {
    if (!this.#user?.hasEnded) return;
    this.#user = undefined;
    this.#isLoggedIn = false;
    this.server.logOut(this);
  }

  get #caller(): CallerWithAddress {
    if (!this.#user) throw new NutError('ACCESS-DENIED');
    return this.#user;
  }

  // ── reading

  getVariable(ups: string, name: string): NutReply {
    if (name === 'server.info') return ok(`VAR ${ups} ${name} ${quoted(SERVER_INFO)}`);
    if (name === 'server.version') return ok(`VAR ${ups} ${name} ${quoted(SERVER_VERSION)}`);
    if (name.startsWith('server.')) throw new NutError('VAR-NOT-SUPPORTED');
    this.#assertDevice(ups);
    if (this.server.device.isStale) throw new NutError('DATA-STALE');
    const { value } = this.#variable(name);
    return ok(`VAR ${ups} ${name} "${value}"`);
  }

  getType(ups: string, name: string): NutReply {
    this.#assertDevice(ups);
    const variable = this.#variable(name);
    const writable = this.server.device.isWritable(variable, this.#user?.access) ? ' RW' : '';
    return ok(`TYPE ${ups} ${name}${writable} ${variable.type}`);
  }

  describe(kind: 'DESC' | 'CMDDESC', ups: string, name: string, description: string | undefined): NutReply {
    this.#assertDevice(ups);
    return ok(`${kind} ${ups} ${name} ${quoted(description ?? 'Description unavailable')}`);
  }

  upsDescription(ups: string): NutReply {
    this.#assertDevice(ups);
    return ok(`UPSDESC ${ups} ${quoted(this.server.device.description)}`);
  }

  numLogins(ups: string): NutReply {
    this.#assertDevice(ups);
    return ok(`NUMLOGINS ${ups} ${this.server.logins.length}`);
  }

  listDevices(): NutReply {
    const { name, description } = this.server.device;
    return list('UPS', [`UPS ${name} ${quoted(description)}`]);
  }

  listVariables(ups: string): NutReply {
    this.#assertDevice(ups);
    const { device } = this.server;
    if (device.isStale) throw new NutError('DATA-STALE');
    const prepared = device.for(this.#access);
    const lines = () => Array.from(prepared.variables.values(), ({ name, value }) => `VAR ${ups} ${name} "${value}"`);
    prepared.list ??= Buffer.from(list(`VAR ${ups}`, lines()).text);
    return { text: prepared.list };
  }

  listWritable(ups: string): NutReply {
    this.#assertDevice(ups);
    const { device } = this.server;
    const writable = [...device.for(this.#access).variables.values()].filter((variable) =>
      device.isWritable(variable, this.#user?.access),
    );
    return list(
      `RW ${ups}`,
      writable.map(({ name, value }) => `RW ${ups} ${name} "${value}"`),
    );
  }

  listCommands(ups: string): NutReply {
    this.#assertDevice(ups);
    const names = this.server.device.commandNames(this.#user?.access);
    return list(
      `CMD ${ups}`,
      names.map((name) => `CMD ${ups} ${name}`),
    );
  }

  listClients(ups: string): NutReply {
    this.#assertDevice(ups);
    return list(
      `CLIENT ${ups}`,
      this.server.logins.map(({ address }) => `CLIENT ${ups} ${address}`),
    );
  }

  /** No variable has a list of values or ranges. */
  listValues(kind: 'ENUM' | 'RANGE', ups: string, name: string): NutReply {
    this.#assertDevice(ups);
    this.#variable(name);
    return list(`${kind} ${ups} ${name}`, []);
  }

  #assertDevice(ups: string): void {
    if (ups !== this.server.device.name) throw new NutError('UNKNOWN-UPS');
  }

  #variable(name: string): NutVariable {
    const variable = this.server.device.for(this.#access).variables.get(name);
    if (!variable) throw new NutError('VAR-NOT-SUPPORTED');
    return variable;
  }

  get #access() {
    return (this.#user ?? this.server.anonymous(this.address)).access;
  }

  // ── commands of users

  logIn(ups: string): NutReply {
    if (this.#isLoggedIn) throw new NutError('ALREADY-LOGGED-IN');
    this.#assertDevice(ups);
    this.#isLoggedIn = true;
    this.server.logIn(this);
    return ok();
  }

  primary([ups = '']: readonly string[], name: string): NutReply {
    this.#assertDevice(ups);
    return ok(`OK ${name}-GRANTED`);
  }

  async forceShutdown(ups: string): Promise<NutReply> {
    this.#assertDevice(ups);
    await this.server.forceShutdown(this.#caller);
    return ok('OK FSD-SET');
  }

  setTracking(value: string): NutReply {
    const word = value.toUpperCase();
    if (word !== 'ON' && word !== 'OFF') throw new NutError('INVALID-ARGUMENT');
    this.#isTracking = word === 'ON';
    return ok();
  }

  getTracking(id: string | undefined): NutReply {
    if (id === undefined) return ok(this.#isTracking ? 'ON' : 'OFF');
    if (!this.#isTracking) throw new NutError('FEATURE-NOT-CONFIGURED');
    return ok(this.server.trackingState(id) ?? 'ERR UNKNOWN');
  }

  setVariable([ups = '', name = '', value = '']: readonly string[]): Promise<NutReply> {
    this.#assertDevice(ups);
    return this.#carryOut('SET', name, (caller) => this.server.device.set(name, value, caller));
  }

  instantCommand([ups = '', name = '', parameter]: readonly string[]): Promise<NutReply> {
    this.#assertDevice(ups);
    const command = parseNutCommand(name);
    if (!command) throw new NutError('CMD-NOT-SUPPORTED');
    if (parameter !== undefined) throw new NutError('INVALID-ARGUMENT');
    return this.#carryOut('INSTCMD', name, (caller) => this.server.device.carryOut(command, caller));
  }

  async #carryOut(
    operation: NutOperation,
    name: string,
    work: (caller: CallerWithAddress) => Promise<void>,
  ): Promise<NutReply> {
    const caller = this.#caller;
    const id = await this.server.carryOut({ operation, name, caller, isTracked: this.#isTracking }, () => work(caller));
    return ok(id === undefined ? 'OK' : `OK TRACKING ${id}`);
  }
}

const list = (name: string, lines: readonly string[]): NutReply => ({
  text: [`BEGIN LIST ${name}`, ...lines, `END LIST ${name}`, ''].join('\n'),
});
