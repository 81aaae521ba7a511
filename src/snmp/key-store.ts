import type { RunningEngine } from '../actions/channels/trap/snmp-engine.service.js';
import { yieldNow } from '../common/time-slices.js';
import type { UserEntity } from '../users/user.entity.js';
import { localizedKey, privacyKey } from './usm.js';
import type { UserKeys } from './v3-message.js';

/** The columns of an account that its keys follow from. */
type KeyColumns = Pick<
  UserEntity,
  'id' | 'snmpv3AuthProtocol' | 'snmpv3PrivProtocol' | 'snmpv3AuthPass' | 'snmpv3PrivPass'
>;

export type Passphrases = (user: KeyColumns) => {
  readonly auth: string | undefined;
  readonly privacy: string | undefined;
};

interface Entry {
  readonly signature: string;
  keys: UserKeys | Promise<UserKeys>;
}

/**
 * The keys of users for the engine: derived once, when a user sends the first message, and again when something changes
 * that they follow from. One at a time and with a pause before each: each takes milliseconds.
 */
export class KeyStore {
  readonly #entries = new Map<number, Entry>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly engine: Pick<RunningEngine, 'id'>,
    private readonly passphrases: Passphrases,
  ) {}

  of(user: KeyColumns): UserKeys | Promise<UserKeys> {
    const signature = signatureOf(user);
    const known = this.#entries.get(user.id);
    if (known?.signature === signature) return known.keys;
    const derived = this.#last.then(() => this.#derive(user));
    this.#last = derived.catch(() => undefined);
    const entry: Entry = { signature, keys: derived };
    this.#entries.set(user.id, entry);
    derived.then(
      (keys) => (entry.keys = keys),
      () => this.#entries.delete(user.id),
    );
    return derived;
  }

  /** Forgets the keys of all others. */
  keepOnly(users: ReadonlySet<number>): void {
    for (const id of this.#entries.keys()) if (!users.has(id)) this.#entries.delete(id);
  }

  async #derive(user: KeyColumns): Promise<UserKeys> {
    const { id } = this.engine;
    const { auth, privacy } = this.passphrases(user);
    if (auth === undefined) return {};
    await yieldNow();
    const algorithm = user.snmpv3AuthProtocol;
    const authKey = { algorithm, key: localizedKey(algorithm, auth, id) };
    if (privacy === undefined) return { auth: authKey };
    await yieldNow();
    const algorithms = { auth: algorithm, privacy: user.snmpv3PrivProtocol };
    return { auth: authKey, privacy: { algorithm: algorithms.privacy, key: privacyKey(algorithms, privacy, id) } };
  }
}

const signatureOf = (user: KeyColumns): string =>
  [user.snmpv3AuthProtocol, user.snmpv3PrivProtocol, user.snmpv3AuthPass, user.snmpv3PrivPass].join(' ');
