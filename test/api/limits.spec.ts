import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { encryptSecrets } from '../../src/configuration/encrypted-secrets.js';
import { LIMITS } from '../../src/common/limits.js';
import { KEY_COST, PasswordHasher } from '../../src/users/passwords/password-hasher.js';
import { fullSections, fullSecrets, largeProfile } from '../support/fixtures/full-configuration.js';
import { documentOf } from '../support/app/configured-pdu.js';
import { scaledTimeLimit } from '../support/time/time-limits.js';
import { ADMIN_PASSWORD, aPdu, USER_PASSWORD, type Answer, type Client, type Pdu } from '../support/app/pdu.js';
import { SSH_KEYS } from '../support/fixtures/ssh-keys.js';

const PASSPHRASE = 'a passphrase for the backup';
const FIRST = '1-1200578';

const refusal = ({ status, body }: Answer): [number, string] => [status, body.code];
const count = (most: number): number[] => Array.from({ length: most }, (_, place) => place + 1);

describe('a configuration at all limits, with the longest values', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rackfeed-limits-'));
  // Names of the PDU's parts come on top: the document limit has room for those of the largest model too.
  const model = largeProfile(2000, folder);
  let full: Pdu;
  let admin: Client;

  beforeAll(async () => {
    full = await aPdu({ model });
    const sections = fullSections(full.model.outlets.map(({ id }) => id));
    const hasher = full.app.get(PasswordHasher);
    const secrets = await encryptSecrets(fullSecrets(), KEY_COST, (salt) => hasher.deriveKey(PASSPHRASE, salt));
    const name = full.model.profile.model;
    const document = { format: 1, product: 'Rackfeed', model: name, sections, secrets, passphrase: PASSPHRASE };
    admin = await full.as('admin');
    const applied = await admin.post('/api/config/apply', document);
    expect([applied.status, applied.body.details]).toEqual([200, undefined]);
    admin = await full.as('admin');
  }, scaledTimeLimit(120_000));
  afterAll(async () => {
    await full.stop();
    rmSync(folder, { recursive: true });
  });

  it(
    'is exported with all secrets, and restored identically on a new controller',
    async () => {
      const asked = { passphrase: PASSPHRASE, currentPassword: ADMIN_PASSWORD };
      const { body: backup } = await admin.post('/api/config/export', asked);
      const text = JSON.stringify({ ...backup, passphrase: PASSPHRASE });
      const nameOfOther = 12 * LIMITS.parts; // in addition to `text`: the id of a part in two places, and its members
      const allNames = (LIMITS.parts - full.model.outlets.length) * 650 + nameOfOther;
      expect(Buffer.byteLength(text) + allNames).toBeLessThan(LIMITS.document);

      const fresh = await aPdu({ model });
      try {
        const other = await fresh.as('admin');
        const planned = await other.post('/api/config/plan', text);
        expect([planned.status, planned.body.warnings]).toEqual([200, []]);
        const applied = await other.post('/api/config/apply', text);
        expect([applied.status, applied.body.applied]).toEqual([200, true]);
        const there = await documentOf(await fresh.as('admin'));
        expect(there.sections).toEqual((await documentOf(admin)).sections);
      } finally {
        await fresh.stop();
      }
    },
    scaledTimeLimit(180_000),
  );

  it.each([
    ['groups', { groupName: 'One more', outlets: ['1'] }],
    ['actions', { name: 'One more', code: 20, params: ['http://192.0.2.1/'] }],
    ['events', { name: 'One more', code: 53, params: ['08:00'], actions: [] }],
    ['users', { username: 'one more', roleId: 1, password: USER_PASSWORD }],
    ['roles', { name: 'One more' }], // the last user leaves the last role free
  ])('accepts no more %s, not even from an administrator, until one is deleted', async (list, entry) => {
    const answer = await admin.post(`/api/${list}`, entry);
    expect(refusal(answer)).toEqual([422, 'LIST_FULL']);
    expect(answer.body.message).toContain(`There are already 1000 ${list}`);
    const { body: all } = await admin.get(`/api/${list}`);
    const last = all.at(-1).id as number | string;
    expect((await admin.delete(`/api/${list}/${last}`)).status).toBe(200);
    expect((await admin.post(`/api/${list}`, entry)).status).toBe(200);
  });

  it('accepts no document with more entries in a list', async () => {
    const frame = { format: 1, product: 'Rackfeed', model: full.model.profile.model };
    const groups = count(LIMITS.entries + 1).map((id) => ({ id, groupName: 'Rack', outlets: ['1'] }));
    const answer = await admin.post('/api/config/plan', { ...frame, sections: { groups } });
    expect(answer.body.details).toEqual([
      { field: 'groups', message: 'groups must be a list of at most 1000 entries.' },
    ]);
  });
});

describe('the total of all entries', () => {
  let pdu: Pdu;
  let admin: Client;
  const apply = async (sections: object): Promise<Answer> => {
    const { format, product, model } = await documentOf(admin);
    return admin.post('/api/config/apply', { format, product, model, sections });
  };
  const actions = count(100).map((id) => ({ id, name: 'Post', code: 20, params: ['http://192.0.2.1/'] }));
  const all = actions.map(({ id }) => id);
  const eventsWith = (events: number) =>
    count(events).map((id) => ({ id, name: 'Daily', code: 53, params: ['08:00'], actions: all }));

  beforeAll(async () => {
    pdu = await aPdu();
    admin = await pdu.as('admin');
  });
  afterAll(() => pdu.stop());

  it('is limited: the actions that all events name, by request or by document', async () => {
    const tooMany = await apply({ actions, events: eventsWith(101) });
    expect(tooMany.body.details).toEqual([
      { field: 'events', message: 'All events together may have at most 10000 actions.' },
    ]);
    expect((await apply({ actions, events: eventsWith(100) })).status).toBe(200);
    const event = { name: 'Daily', code: 53, params: ['08:00'], actions: [1] };
    const answer = await admin.post('/api/events', event);
    expect(refusal(answer)).toEqual([422, 'LIST_TOTAL_FULL']);
    expect(answer.body.message).toBe('All events together may have at most 10000 actions; remove some first.');
    const { body: empty } = await admin.post('/api/events', { ...event, actions: [] });
    expect(refusal(await admin.put(`/api/events/${empty.id as number}`, { actions: [1] }))[1]).toBe('LIST_TOTAL_FULL');
    expect((await admin.put('/api/events/1', { actions: all.slice(1) })).status).toBe(200);
    expect((await admin.put(`/api/events/${empty.id as number}`, { actions: [1] })).status).toBe(200);
  });

  it('is limited: the SSH keys of all users', async () => {
    const line = /^(ssh-ed25519 \S+)/.exec(SSH_KEYS[1].line)?.[1] ?? '';
    const key = (own: number): string => {
      const blob = Buffer.from(line.split(' ')[1] ?? '', 'base64');
      blob.writeUInt32BE(own, blob.length - 4);
      return `ssh-ed25519 ${blob.toString('base64')}`;
    };
    const sshKeys = count(50).map((own) => ({ sshKeyName: String(own), sshKey: key(own) }));
    const users = [
      { id: 1, username: 'admin', roleId: 1 },
      ...count(20).map((own) => ({ id: own + 1, username: `user ${own}`, roleId: 1, sshKeys })),
    ];
    expect((await apply({ users })).status).toBe(200);
    expect(refusal(await admin.post('/api/users/2/sshKey', { sshKey: key(99) }))).toEqual([422, 'SSH_KEYS_FULL']);
    expect(refusal(await admin.post('/api/users/1/sshKey', { sshKey: key(99) }))).toEqual([422, 'LIST_TOTAL_FULL']);
    const more = await apply({
      users: users.map((user) => (user.id === 1 ? { ...user, sshKeys: [sshKeys[0]] } : user)),
    });
    expect(more.body.details).toEqual([
      { field: 'users', message: 'All users together may have at most 1000 SSH keys.' },
    ]);
  });
});

describe('the share of one user', () => {
  let pdu: Pdu;
  let admin: Client;
  let person: Client;

  beforeAll(async () => {
    pdu = await aPdu();
    admin = await pdu.as('admin');
    person = await pdu.as({
      viewOutlets: [FIRST],
      modifyOutlets: [FIRST],
      viewOutletGroups: true,
      modifyOutletGroups: true,
      viewEventActions: true,
      modifyEventActions: true,
    });
  });
  afterAll(() => pdu.stop());

  it.each([
    ['groups', { groupName: 'Mine', outlets: [FIRST] }],
    ['actions', { name: 'Mine', code: 11, params: [FIRST, 'OFF'] }],
    ['events', { name: 'Mine', code: 53, params: ['08:00'], actions: [] }],
  ])(
    'who is not an administrator is a quarter of all %s: others can still create theirs',
    async (list, entry) => {
      const made: Answer[] = [];
      for (let own = 0; own < LIMITS.share; own++) made.push(await person.post(`/api/${list}`, entry));
      expect(made.filter(({ status }) => status !== 200)).toEqual([]);
      const refused = await person.post(`/api/${list}`, entry);
      expect(refusal(refused)).toEqual([422, 'LIST_SHARE_USED']);
      expect(refused.body.message).toContain(`You have created 250 of the ${list}`);
      expect((await admin.post(`/api/${list}`, entry)).status).toBe(200);
      await person.delete(`/api/${list}/${made[0]?.body.id as string}`);
      expect((await person.post(`/api/${list}`, entry)).status).toBe(200);
    },
    scaledTimeLimit(60_000),
  );
});
