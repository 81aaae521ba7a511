import type { Client } from './client.js';
import { GROUPS, RELAYS } from './pdu-under-test.js';
import type { Random } from './random.js';

/** The expected values: for each written key the values that it may have. */
export class ExpectedValues {
  readonly #values = new Map<string, readonly string[]>();

  /** Records a write: until its answer the key may have the old or the new value, then only the new one. */
  async write(key: string, value: string, answered: Promise<{ readonly status: number } | undefined>): Promise<void> {
    this.#values.set(key, [...(this.#values.get(key) ?? ['']), value]);
    const answer = await answered;
    if (answer?.status === 200) this.#values.set(key, [value]);
    else if (answer) throw new Error(`The write of ${key} was answered ${answer.status}.`);
  }

  /** Records an observed value. Answers a sentence if it is not an expected one; from then on it must stay the same. */
  observe(key: string, value: string): string | undefined {
    const allowed = this.#values.get(key);
    this.#values.set(key, [value]);
    if (!allowed || allowed.includes(value)) return undefined;
    return `${key} is "${value}" and should be ${allowed.map((each) => `"${each}"`).join(' or ')}`;
  }

  /** The expected keys whose name begins with this prefix. */
  keysStartingWith(beginning: string): string[] {
    return [...this.#values.keys()].filter((key) => key.startsWith(beginning));
  }
}

/** The kinds of objects that are created and deleted, each with the member that names it. */
const CREATED = {
  user: { path: '/api/users', nameMember: 'username' },
  event: { path: '/api/events', nameMember: 'name' },
  action: { path: '/api/actions', nameMember: 'name' },
} as const;

/** Writes names, settings, accounts, credentials and automations, and checks that answered writes persist. */
export class Writes {
  #count = 0;
  #token = { value: '', isSure: false, before: '' };
  /** The path of each created object, by its key in the expected values. */
  readonly #paths = new Map<string, string>();

  constructor(
    private readonly client: Client,
    private readonly expected: ExpectedValues,
    private readonly random: Random,
    private readonly groupPath: (name: string) => string,
  ) {}

  /** Sends one write of any kind. Never two of the same key at once: `taken` has the keys in use. */
  async any(taken: Set<string>): Promise<void> {
    const kinds = [
      this.#relayName,
      this.#groupName,
      this.#setting,
      this.#user,
      this.#newToken,
      this.signIn,
      this.#event,
      this.#action,
    ];
    const place = this.random.index(kinds.length);
    const value = `${this.random.index(1000)}.${++this.#count}`;
    const name = place <= 1 ? `${place}.${this.random.index(place === 0 ? RELAYS.length : GROUPS.length)}` : `${place}`;
    if (taken.has(name)) return;
    taken.add(name);
    await kinds[place]?.call(this, value, Number(name.split('.')[1] ?? 0));
  }

  /** Throws a sentence about every value that is not an expected one. */
  async check(): Promise<void> {
    const outlets = await this.client.get<{ id: string; outletName: string }[]>('/api/outlets');
    const relays = await this.client.get<{ id: string; relayName: string }[]>('/api/relayOutputs');
    const groups = await this.client.get<{ id: string; groupName: string }[]>('/api/groups');
    const conf = await this.client.get<{ deviceName: string }>('/api/conf');
    for (const { id, outletName } of outlets) this.#observe(`name of ${id}`, outletName);
    for (const { id, relayName } of relays) this.#observe(`name of ${id}`, relayName);
    for (const { id, groupName } of groups) this.#observe(`name of group ${id}`, groupName);
    this.#observe('deviceName', conf.deviceName);
    for (const [kind, { path, nameMember }] of Object.entries(CREATED)) {
      const there = await this.client.get<{ id: string; [member: string]: string }[]>(path);
      for (const one of there) this.#paths.set(`${kind} ${one[nameMember]}`, `${path}/${one.id}`);
      for (const key of this.expected.keysStartingWith(`${kind} `)) {
        this.#observe(key, there.some((one) => `${kind} ${one[nameMember]}` === key) ? 'there' : '');
      }
    }
    await this.#checkToken();
  }

  #relayName(value: string, place: number): Promise<void> {
    const relay = RELAYS[place];
    if (!relay) return Promise.resolve();
    const answer = this.client.send('PUT', relay.path, { [relay.nameMember]: value });
    return this.expected.write(`name of ${relay.id}`, value, answer);
  }

  #groupName(value: string, place: number): Promise<void> {
    const path = this.groupPath(GROUPS[place]?.name ?? '');
    const answer = this.client.send('PUT', path, { groupName: value });
    return this.expected.write(`name of group ${path.split('/').at(-1)}`, value, answer);
  }

  #setting(value: string): Promise<void> {
    return this.expected.write('deviceName', value, this.client.send('POST', '/api/conf', { deviceName: value }));
  }

  #user(value: string): Promise<void> {
    return this.#createOrDelete('user', `user${value}`, { password: 'correct horse battery', roleId: 1 });
  }

  /** An action that does nothing for an hour. */
  #event(value: string): Promise<void> {
    return this.#createOrDelete('event', value, { code: 54, params: ['3600'], actions: [] });
  }

  #action(value: string): Promise<void> {
    return this.#createOrDelete('action', value, { code: 11, params: [RELAYS[0]?.id, 'OFF'] });
  }

  /** Creates an object, or deletes an existing one. */
  #createOrDelete(kind: keyof typeof CREATED, name: string, body: object): Promise<void> {
    const { path, nameMember } = CREATED[kind];
    const [there] = this.expected.keysStartingWith(`${kind} `).filter((key) => this.#paths.has(key));
    if (there !== undefined && this.random.is(0.4)) {
      const deleted = this.client.send('DELETE', this.#paths.get(there) ?? '');
      this.#paths.delete(there);
      return this.expected.write(there, '', deleted);
    }
    const created = this.client.send('POST', path, { ...body, [nameMember]: name });
    return this.expected.write(`${kind} ${name}`, 'there', created);
  }

  async #newToken(): Promise<void> {
    const before = this.#token.isSure ? this.#token.value : '';
    this.#token = { value: '', isSure: false, before: '' };
    const answer = await this.client.send('POST', '/api/users/1/token');
    if (!answer) return;
    if (answer.status !== 200) throw new Error(`The token was answered ${answer.status}.`);
    this.#token = { value: (answer.body as { accessToken: string }).accessToken, isSure: true, before };
  }

  /** Signs in. The newest session whose sign-in was answered is used from then on. */
  async signIn(): Promise<void> {
    const body = { username: 'admin', password: PASSWORD };
    const answer = await this.client.send('POST', '/api/login', body, '');
    if (!answer) return;
    if (answer.status !== 200) throw new Error(`The sign-in was answered ${answer.status}.`);
    this.client.credential = answer.token;
  }

  async #checkToken(): Promise<void> {
    const { value, isSure, before } = this.#token;
    if (!isSure) return;
    await this.client.get('/api/user', `Bearer ${value}`);
    if (before === '') return;
    const answer = await this.client.send('GET', '/api/user', undefined, `Bearer ${before}`);
    if (answer?.status !== 401) throw new Error(`A token that was replaced is answered ${answer?.status}.`);
  }

  #observe(key: string, value: string): void {
    const wrong = this.expected.observe(key, value);
    if (wrong !== undefined) throw new Error(wrong);
  }
}

export const PASSWORD = 'correct horse battery';
