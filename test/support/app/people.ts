/** Users with just the given permissions, created without HTTP (one password hash for all), with all credentials. */
import type { CallerWithAddress, OutletListName, PermissionFlag, Permissions } from '../../../src/common/access.js';
import { SessionService } from '../../../src/auth/sessions/session.service.js';
import { SettingsStore } from '../../../src/settings/settings.store.js';
import { RolesService } from '../../../src/roles/roles.service.js';
import { PasswordHasher } from '../../../src/users/passwords/password-hasher.js';
import { TokensService } from '../../../src/users/tokens.service.js';
import { NEW_USER } from '../../../src/users/user.entity.js';
import { UsersService } from '../../../src/users/users.service.js';
import { USER_PASSWORD, type Pdu } from './pdu.js';

export const CREDENTIALS = ['session', 'token', 'basic'] as const;
export type CredentialKind = (typeof CREDENTIALS)[number];

/** The permissions that a test gives a person, who has no others. */
export type Rights = Partial<Permissions> | 'everything';

const ORIGIN = { address: '127.0.0.1', agent: 'test', byToken: false };

export class Person {
  #session = '';
  #token = '';

  constructor(
    private readonly pdu: Pdu,
    readonly name: string,
    readonly userId: string,
    private readonly rights: Rights,
  ) {}

  /** Answers by the given permissions, not by the product's evaluation of them. */
  has(flag: PermissionFlag): boolean {
    return this.rights === 'everything' || this.rights[flag] === true;
  }

  lists(list: OutletListName, outlet?: string): boolean {
    if (this.rights === 'everything') return true;
    const listed = this.rights[list] ?? [];
    return outlet === undefined ? listed.length > 0 : listed.includes(outlet);
  }

  get isAdministrator(): boolean {
    return this.rights === 'everything';
  }

  /** The caller as services get it. */
  get caller(): CallerWithAddress {
    return callerOf(this.pdu, this.userId);
  }

  /** The headers of a valid credential; one that an earlier request has ended is created again. */
  async headers(kind: CredentialKind): Promise<Record<string, string>> {
    if (kind === 'session') return { cookie: `SPID=${await this.#liveSession()}` };
    if (kind === 'token') return { authorization: `Bearer ${await this.#liveToken()}` };
    return { authorization: `Basic ${Buffer.from(`${this.name}:${USER_PASSWORD}`).toString('base64')}` };
  }

  async #liveSession(): Promise<string> {
    const sessions = this.pdu.app.get(SessionService);
    if (!sessions.find(this.#session)) {
      const user = this.pdu.app.get(UsersService).find(this.userId);
      this.#session = await sessions.open(user, ORIGIN, async () => undefined);
    }
    return this.#session;
  }

  async #liveToken(): Promise<string> {
    if (!this.pdu.app.get(UsersService).byToken(this.#token)) {
      const { accessToken } = await this.pdu.app.get(TokensService).issue(this.userId, primaryAdmin(this.pdu));
      this.#token = accessToken;
    }
    return this.#token;
  }
}

function callerOf(pdu: Pdu, userId: string): CallerWithAddress {
  const users = pdu.app.get(UsersService);
  const user = users.find(userId);
  const { username } = user;
  return { userId, username, access: users.accessOf(user), credential: { kind: 'token' }, address: '127.0.0.1' };
}

/** The built-in admin as a caller of services. */
export const primaryAdmin = (pdu: Pdu): CallerWithAddress => callerOf(pdu, '1');

/** One person for each entry, by name; HTTP Basic is switched on and their passwords have been tried once. */
export async function somePeople(
  pdu: Pdu,
  entries: readonly (readonly [name: string, rights: Rights])[],
): Promise<Person[]> {
  await pdu.app.get(SettingsStore).change({ webApiPasswordEnabled: true }, { kind: 'system', who: 'test' });
  const passwordHash = await pdu.app.get(PasswordHasher).hash(USER_PASSWORD);
  const people: Person[] = [];
  for (const [name, rights] of entries) {
    const roleId = rights === 'everything' ? 1 : await aRole(pdu, name, rights);
    const user = { ...NEW_USER, username: name, roleId, passwordHash, created: pdu.clock.now() };
    const auditRecord = { kind: 'user.create', cause: { kind: 'system', who: 'test' } } as const;
    const { id } = await pdu.app.get(UsersService).create(() => ({ user, auditRecord }));
    const person = new Person(pdu, name, String(id), rights);
    for (const kind of CREDENTIALS) await pdu.request('GET', '/api/user', undefined, await person.headers(kind));
    people.push(person);
  }
  return people;
}

async function aRole(pdu: Pdu, name: string, { viewOutlets = [], modifyOutlets = [], ...flags }: Partial<Permissions>) {
  const permissions = { ...flags, viewOutlets: [...viewOutlets], modifyOutlets: [...modifyOutlets] };
  return (await pdu.app.get(RolesService).create({ name, permissions }, primaryAdmin(pdu))).id;
}
