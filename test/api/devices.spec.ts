import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { PingProbe } from '../../src/probes/ping.probe.js';
import { aPdu, type Answer, type Client, type Pdu } from '../support/app/pdu.js';
import { StreamClient } from '../support/clients/stream-client.js';
import { removeFolder, temporaryFolder } from '../support/process/controller-process.js';

const FIRST = '1-1200578';
const SECOND = '2-1200578';
const STORAGE = {
  name: 'Storage head 1',
  address: '192.0.2.7',
  assetTag: 'A-1017',
  rackUnit: 12,
  notes: 'Two supplies.\nAsk Zoë before it is switched off.',
  feed: 'storage-1',
};

interface Listed {
  readonly id: string;
  readonly outletName: string;
  readonly device?: object;
  readonly labels?: Record<string, string>;
  readonly consumers?: readonly string[];
}

let pdu: Pdu;
let admin: Client;
beforeAll(async () => {
  pdu = await aPdu();
  admin = await pdu.as('admin');
});
afterAll(() => pdu.stop());

const outlet = async (id: string | number = 1): Promise<Listed> => (await admin.get(`/api/outlets/${id}`)).body;
const put = (body: object, id: string | number = 1) => admin.put(`/api/outlets/${id}`, body);
const list = async (client = admin, query = ''): Promise<Listed[]> => (await client.get(`/api/outlets${query}`)).body;
const idsOf = (outlets: readonly Listed[]): string[] => outlets.map(({ id }) => id);
const fieldsOf = ({ body }: Answer): string[] => body.details.map(({ field }: { field: string }) => field);
const newest = async (kind = 'outlet.change') => (await admin.get(`/api/log?kind=${kind}&limit=1`)).body.entries[0];
const clear = () =>
  admin.patch(
    '/api/outlets',
    [1, 2, 3].map((id) => ({ id, device: null, labels: null, consumers: null })),
  );

describe('the device behind an outlet', () => {
  it('is absent until somebody says what is plugged in', async () => {
    expect(Object.keys(await outlet())).not.toEqual(expect.arrayContaining(['device']));
    expect(await outlet()).not.toHaveProperty('labels');
  });

  it('is stored with all its members, and one of them can be changed or taken away alone', async () => {
    expect((await put({ device: STORAGE })).body.device).toEqual(STORAGE);
    expect((await put({ device: { rackUnit: '14', notes: null } })).body.device).toEqual({
      ...STORAGE,
      rackUnit: 14,
      notes: undefined,
    });
    expect((await put({ device: { assetTag: '' } })).body.device).not.toHaveProperty('assetTag');
    expect((await list()).find(({ id }) => id === FIRST)?.device).toEqual((await outlet()).device);
  });

  it('is cleared with null, and with the last of its members', async () => {
    await put({ device: STORAGE });
    expect((await put({ device: null })).body).not.toHaveProperty('device');
    await put({ device: { name: 'Switch' } });
    expect((await put({ device: { name: null } })).body).not.toHaveProperty('device');
  });

  it('is in the audit log with what has changed, before and after', async () => {
    await put({ device: { name: 'Switch', rackUnit: 3 }, labels: { tenant: 'blue' } });
    await put({ device: { name: 'Core switch', rackUnit: 3, feed: 'core' }, labels: { tenant: null, room: '2.14' } });
    expect(await newest()).toMatchObject({
      object: `outlet:${FIRST}`,
      who: 'admin',
      before: { device: { name: 'Switch', feed: null }, labels: { tenant: 'blue', room: null } },
      after: { device: { name: 'Core switch', feed: 'core' }, labels: { tenant: null, room: '2.14' } },
    });
    const { id } = await newest();
    await put({ device: { name: 'Core switch' }, labels: { room: '2.14' } });
    expect((await newest()).id).toBe(id);
    await clear();
  });

  it.each([
    [{ device: 'Switch' }, 'device'],
    [{ device: ['Switch'] }, 'device'],
    [{ device: { name: 'a'.repeat(101) } }, 'device.name'],
    [{ device: { name: 'line\nbreak' } }, 'device.name'],
    [{ device: { address: 'http://192.0.2.7' } }, 'device.address'],
    [{ device: { address: '192.0.2.7; reboot' } }, 'device.address'],
    [{ device: { rackUnit: 0 } }, 'device.rackUnit'],
    [{ device: { rackUnit: 61 } }, 'device.rackUnit'],
    [{ device: { rackUnit: 1.5 } }, 'device.rackUnit'],
    [{ device: { notes: 'n'.repeat(2001) } }, 'device.notes'],
    [{ device: { feed: 'f'.repeat(41) } }, 'device.feed'],
    [{ labels: 'tenant' }, 'labels'],
    [{ labels: ['tenant'] }, 'labels'],
    [{ labels: { Tenant: 'blue' } }, 'labels'],
    [{ labels: { '': 'blue' } }, 'labels'],
    [{ labels: { ['k'.repeat(41)]: 'blue' } }, 'labels'],
    [{ labels: { tenant: 'v'.repeat(101) } }, 'labels'],
    [{ labels: { tenant: 7 } }, 'labels'],
    [{ labels: Object.fromEntries(Array.from({ length: 17 }, (_, n) => [`key-${n}`, 'x'])) }, 'labels'],
  ])('is refused as %j, which changes nothing', async (body, field) => {
    const before = await outlet();
    const answer = await put({ outletName: 'Never', ...body });
    expect(answer.status).toBe(422);
    expect(fieldsOf(answer)).toContain(field);
    expect(await outlet()).toEqual(before);
  });

  it('has at most sixteen labels, one of which can be replaced by another', async () => {
    const sixteen = Object.fromEntries(Array.from({ length: 16 }, (_, n) => [`key-${n}`, String(n)]));
    expect((await put({ labels: sixteen })).body.labels).toEqual(sixteen);
    expect((await put({ labels: { more: 'x' } })).body.code).toBe('OUTLET_LABELS_FULL');
    expect((await put({ labels: { more: 'x', 'key-3': null } })).status).toBe(200);
    expect(Object.keys((await outlet()).labels ?? {})).toHaveLength(16);
    expect((await put({ labels: null })).body).not.toHaveProperty('labels');
  });

  it('is shown to a role that may change but not view the outlet as far as it was sent', async () => {
    const changer = await pdu.as({ modifyOutlets: [FIRST] });
    const { body } = await changer.put('/api/outlets/1', { device: { name: 'Switch' } });
    expect(body).toEqual({ id: FIRST, outletIndex: 1, device: { name: 'Switch' } });
    await clear();
  });

  it('survives a restart', async () => {
    const dataDir = temporaryFolder();
    const before = await aPdu({ dataDir });
    const consumers = ['db-1', 'db-2'];
    await (await before.as('admin')).put('/api/outlets/1', { device: STORAGE, labels: { tenant: 'blue' }, consumers });
    await before.stop();
    const after = await aPdu({ dataDir });
    expect((await (await after.as('admin')).get('/api/outlets/1')).body).toMatchObject({
      device: STORAGE,
      labels: { tenant: 'blue' },
      consumers,
    });
    await after.stop();
    removeFolder(dataDir);
  });
});

describe('the devices that an outlet feeds', () => {
  const NAMES = ['db-1', 'Zoë’s switch', '数据库 🗄'];
  afterEach(clear);

  it('are absent until somebody names them, and again when the list is empty', async () => {
    expect(await outlet()).not.toHaveProperty('consumers');
    expect((await put({ consumers: NAMES })).body.consumers).toEqual(NAMES);
    expect((await list()).find(({ id }) => id === FIRST)).toMatchObject({ consumers: NAMES });
    expect((await put({ outletName: 'Outlet 1' })).body.consumers).toEqual(NAMES);
    expect((await put({ consumers: [] })).body).not.toHaveProperty('consumers');
    await put({ consumers: NAMES });
    expect((await put({ consumers: null })).body).not.toHaveProperty('consumers');
    expect(await outlet()).not.toHaveProperty('consumers');
  });

  it('are at most eight, of a hundred characters each', async () => {
    const longest = Array.from({ length: 8 }, (_, n) => `${n}${'🗄'.repeat(99)}`);
    expect((await put({ consumers: longest })).body.consumers).toEqual(longest);
  });

  it('are in the audit log as a whole, before and after, and not when nothing has changed', async () => {
    await put({ consumers: ['db-1'] });
    expect(await newest()).toMatchObject({
      object: `outlet:${FIRST}`,
      before: { consumers: [] },
      after: { consumers: ['db-1'] },
    });
    await put({ consumers: ['db-1', 'db-2'] });
    const { id, before, after } = await newest();
    expect([before, after]).toEqual([{ consumers: ['db-1'] }, { consumers: ['db-1', 'db-2'] }]);
    await put({ consumers: ['db-1', 'db-2'] });
    expect((await newest()).id).toBe(id);
  });

  it.each([
    ['nine texts', Array.from({ length: 9 }, (_, n) => `db-${n}`)],
    ['a text of 101 characters', ['x'.repeat(101)]],
    ['an empty text', ['']],
    ['a number', [7]],
    ['null in the list', [null]],
    ['a list in the list', [['db-1']]],
    ['no list', 'db-1'],
    ['an object', { 0: 'db-1' }],
    ['a line break', ['db\n1']],
    ['a control character', ['db\u0000']],
    ['half a character', ['db\ud800']],
    ['an invisible character', ['db\u200b1']],
    ['a turned direction', ['db\u202e1']],
    ['the same text twice', ['db-1', 'db-2', 'db-1']],
  ])('are refused with %s, which changes nothing', async (_, consumers) => {
    await put({ consumers: ['as before'] });
    const before = await outlet();
    const answer = await put({ outletName: 'Never', consumers });
    expect([answer.status, answer.body.details]).toEqual([
      422,
      [
        {
          field: 'consumers',
          message:
            'consumers must be a list of at most 8 different texts of 1 to 100 characters without control characters ' +
            'and invisible ones, or null.',
        },
      ],
    ]);
    expect(await outlet()).toEqual(before);
  });

  it('are changed by an import of many outlets too', async () => {
    const answer = await admin.patch('/api/outlets', [{ id: 2, consumers: ['tape'] }]);
    expect(answer.body).toEqual([expect.objectContaining({ id: SECOND, consumers: ['tape'] })]);
  });

  it('give the list of outlets another ETag at once', async () => {
    const etag = (await admin.get('/api/outlets')).headers.get('etag') ?? '';
    expect((await admin.get('/api/outlets', { 'if-none-match': etag })).status).toBe(304);
    await put({ consumers: NAMES });
    expect((await admin.get('/api/outlets', { 'if-none-match': etag })).status).toBe(200);
  });

  it('are named to those who may view the outlet and, as they have sent them, to those who may change it', async () => {
    await put({ consumers: NAMES }, 2);
    const viewer = await pdu.as({ viewOutlets: [FIRST] });
    expect(JSON.stringify((await viewer.get('/api/outlets')).body)).not.toContain('db-1');
    expect((await viewer.put('/api/outlets/1', { consumers: ['x'] })).status).toBe(403);
    const changer = await pdu.as({ modifyOutlets: [SECOND] });
    expect((await changer.put('/api/outlets/2', { outletName: 'B' })).body).not.toHaveProperty('consumers');
    expect((await changer.put('/api/outlets/2', { consumers: ['tape'] })).body).toEqual({
      ...{ id: SECOND, outletIndex: 2, consumers: ['tape'] },
    });
    await put({ outletName: 'Outlet 2' }, 2);
  });
});

describe('the outlets with a label', () => {
  beforeAll(async () => {
    await put({ labels: { tenant: 'blue', room: '2:14' } }, 1);
    await put({ labels: { tenant: 'red & green' } }, 2);
    await put({ labels: { tenant: 'blue' } }, 3);
  });
  afterAll(clear);

  it.each([
    ['?label=tenant:blue', [1, 3]],
    ['?label=tenant', [1, 2, 3]],
    ['?label=room:2:14', [1]],
    ['?label=tenant:red%20%26%20green', [2]],
    ['?label=tenant:blue&label=room', [1]],
    ['?label=tenant:Blue', []],
    ['?label=constructor', []],
  ])('are found with %s', async (query, indexes) => {
    expect(idsOf(await list(admin, query))).toEqual(indexes.map((index) => `${index}-1200578`));
  });

  it('are all of them without a filter', async () => {
    expect(await list(admin, '?label=')).toHaveLength(16);
  });

  it('are only those that the caller may view', async () => {
    const viewer = await pdu.as({ viewOutlets: [SECOND, '3-1200578'] });
    expect(idsOf(await list(viewer, '?label=tenant'))).toEqual([SECOND, '3-1200578']);
    expect(await list(viewer, '?label=tenant:blue')).toEqual([await outlet(3)]);
  });

  it('are refused for what is no label', async () => {
    expect((await admin.get('/api/outlets?label=TENANT:blue')).status).toBe(422);
    expect((await admin.get('/api/outlets?label=tenant:')).status).toBe(422);
  });

  it('are validated by an ETag of their own, which changes with them', async () => {
    const first = await admin.get('/api/outlets?label=tenant:blue');
    const etag = first.headers.get('etag') ?? '';
    expect((await admin.get('/api/outlets?label=tenant:blue', { 'if-none-match': etag })).status).toBe(304);
    expect((await admin.get('/api/outlets?label=tenant', { 'if-none-match': etag })).status).toBe(200);
    await put({ labels: { tenant: 'red' } }, 3);
    expect((await admin.get('/api/outlets?label=tenant:blue', { 'if-none-match': etag })).status).toBe(200);
  });
});

describe('PATCH /api/outlets', () => {
  afterAll(clear);
  const send = (entries: unknown, client = admin) => client.patch('/api/outlets', entries);

  it('names outlets, says what is plugged in and labels them, in one request', async () => {
    const answer = await send([
      { id: SECOND, outletName: 'B side', device: STORAGE },
      { id: 1, labels: { tenant: 'blue' } },
    ]);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual([await outlet(2), await outlet(1)]);
    expect(await outlet(2)).toMatchObject({ outletName: 'B side', device: STORAGE });
    const records = (await admin.get('/api/log?kind=outlet.change&limit=2')).body.entries;
    expect(records.map(({ object }: { object: string }) => object)).toEqual([`outlet:${FIRST}`, `outlet:${SECOND}`]);
    await send([{ id: 2, outletName: 'Outlet 2' }]);
  });

  it('changes protection, state at power-up and off time too', async () => {
    const changed = { protection: 'confirm', pwrOnState: 'OFF', customRebootTimeEnabled: true, customRebootTime: 30 };
    expect((await send([{ id: 3, ...changed }])).body).toEqual([expect.objectContaining(changed)]);
    const wrong = await send([{ id: 3, protection: 'some', customRebootTime: 0 }]);
    expect([wrong.status, fieldsOf(wrong).sort()]).toEqual([422, ['0.customRebootTime', '0.protection']]);
    await send([
      { id: 3, protection: 'none', pwrOnState: 'PREV', customRebootTimeEnabled: false, customRebootTime: 5 },
    ]);
  });

  it('moves no relay and ignores a state', async () => {
    expect((await send([{ id: 1, outletName: 'Router', state: 'OFF' }])).body[0].state).toBe('ON');
  });

  it.each([
    ['an unknown outlet', [{ id: 1, outletName: 'A' }, { id: '99-1200578' }], 'OUTLET_IN_LIST_UNKNOWN', '1.id'],
    ['the same outlet twice', [{ id: 1, outletName: 'A' }, { id: FIRST }], 'OUTLET_IN_LIST_REPEATED', '1.id'],
    [
      'a wrong member',
      [
        { id: 1, outletName: 'A' },
        { id: 2, device: { rackUnit: 99 } },
      ],
      undefined,
      '1.device.rackUnit',
    ],
    ['an entry that is no object', [{ id: 1, outletName: 'A' }, 'B'], undefined, '1'],
    ['an entry without an id', [{ id: 1, outletName: 'A' }, { outletName: 'B' }], undefined, '1.id'],
    [
      'too many labels',
      [
        { id: 1, outletName: 'A' },
        { id: 2, labels: Object.fromEntries(Array.from({ length: 17 }, (_, n) => [n, 'x'])) },
      ],
      'OUTLET_LABELS_FULL',
      '1.labels',
    ],
    ['no entries', [], 'VALIDATION_FAILED', ''],
  ])('with %s is refused whole', async (_, entries, code, field) => {
    const before = await list();
    const answer = await send(entries);
    expect(answer.status).toBe(422);
    expect(answer.body.code).toBe(code ?? 'VALIDATION_FAILED');
    expect(fieldsOf(answer)).toEqual([field]);
    expect(await list()).toEqual(before);
  });

  it('is refused whole with an outlet that the caller may not modify, or not view', async () => {
    const person = await pdu.as({ viewOutlets: [FIRST, '3-1200578'], modifyOutlets: [FIRST, SECOND] });
    const before = await list();
    const refused = async (id: number) => (await send([{ id: 1, outletName: 'A' }, { id }], person)).body;
    expect(await refused(3)).toMatchObject({
      code: 'OUTLET_NOT_ALLOWED',
      message: expect.stringContaining('modifyOutlets'),
    });
    expect(await refused(2)).toMatchObject({
      code: 'OUTLET_NOT_ALLOWED',
      message: expect.stringContaining('viewOutlets'),
    });
    expect(await list()).toEqual(before);
    expect((await send([{ id: 1, outletName: 'A' }], person)).status).toBe(200);
  });

  it('takes a list of objects only, of bounded size', async () => {
    expect((await send({ id: 1 })).body.code).toBe('BODY_NOT_LIST');
    expect((await send('[{')).body.code).toBe('BODY_NOT_JSON');
    expect((await send(Array.from({ length: 1001 }, () => ({ id: 1 })))).status).toBe(422);
    const large = Array.from({ length: 16 }, (_, at) => ({ id: at + 1, device: { notes: 'n'.repeat(70_000) } }));
    expect(await send(large)).toMatchObject({ status: 413, body: { code: 'OUTLET_LIST_TOO_LARGE' } });
  });

  it('takes the longest devices and labels of all outlets at once', async () => {
    await clear();
    const labels = Object.fromEntries(
      Array.from({ length: 16 }, (_, n) => [`key-${n}`.padEnd(40, '.'), 'é'.repeat(100)]),
    );
    const device = { ...STORAGE, notes: 'ä'.repeat(2000) };
    const entries = Array.from({ length: 16 }, (_, at) => ({ id: at + 1, device, labels }));
    expect((await send(entries)).body).toHaveLength(16);
    expect(idsOf(await list(admin, `?label=${Object.keys(labels)[7]}`))).toHaveLength(16);
    await send(entries.map(({ id }) => ({ id, device: null, labels: null })));
  });
});

describe('any sequence of imports', () => {
  const key = fc.constantFrom('tenant', 'room', 'a.b-c_d', '7');
  const text = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 5 });
  const part = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
  const entry = fc.record(
    {
      id: fc.integer({ min: 1, max: 17 }), // the model has sixteen
      outletName: fc.oneof({ arbitrary: text, weight: 9 }, { arbitrary: fc.constant(''), weight: 1 }),
      device: part(
        fc.record({ name: part(text), rackUnit: part(fc.integer({ min: 0, max: 20 })) }, { requiredKeys: [] }),
      ),
      labels: part(fc.dictionary(key, part(text), { maxKeys: 3 })),
      consumers: part(fc.array(text, { maxLength: 9 })),
    },
    { requiredKeys: ['id'] },
  );
  type Entry = typeof entry extends fc.Arbitrary<infer T> ? T : never;
  interface Expected {
    name: string;
    device: Map<string, unknown>;
    labels: Map<string, unknown>;
    consumers: readonly string[];
  }

  const textsOf = ({ outletName, device, labels, consumers }: Entry): (string | null | undefined)[] => [
    ...[outletName, device?.name],
    ...Object.values(labels ?? {}),
    ...(consumers ?? []),
  ];
  const isValid = (entries: readonly Entry[]): boolean =>
    entries.every((each) => textsOf(each).every((given) => given?.trim() !== '')) &&
    new Set(entries.map(({ id }) => id)).size === entries.length &&
    entries.every(({ id, device }) => id <= 16 && device?.rackUnit !== 0) &&
    entries.every(({ consumers: names }) => new Set(names).size === (names ?? []).length && (names ?? []).length <= 8);
  const merge = (into: Map<string, unknown>, change: object | null | undefined): void => {
    if (change === null) into.clear();
    for (const [member, value] of Object.entries(change ?? {})) {
      if (value === null) into.delete(member);
      else into.set(member, value);
    }
  };

  it('has the result of those that are valid, and none of any other; each filter finds what has the label', async () => {
    await admin.patch(
      '/api/outlets',
      Array.from({ length: 16 }, (_, at) => ({
        id: at + 1,
        outletName: 'x',
        device: null,
        labels: null,
        consumers: [],
      })),
    );
    const model = new Map(
      Array.from({ length: 16 }, (_, at): [number, Expected] => [
        at + 1,
        { name: 'x', device: new Map(), labels: new Map(), consumers: [] },
      ]),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 6 }), key, async (entries, asked) => {
        const answer = await admin.patch('/api/outlets', entries);
        expect(answer.status).toBe(isValid(entries) ? 200 : 422);
        for (const { id, outletName, device, labels, consumers } of isValid(entries) ? entries : []) {
          const expected = model.get(id) as Expected;
          expected.name = outletName ?? expected.name;
          merge(expected.device, device);
          merge(expected.labels, labels);
          if (consumers !== undefined) expected.consumers = consumers ?? [];
        }
        const membersOf = (map: Map<string, unknown>) => (map.size > 0 ? Object.fromEntries(map) : undefined);
        const found = (await list()).map(({ outletName, device, labels, consumers }) => ({
          ...{ outletName, device, labels, consumers },
        }));
        expect(found).toEqual(
          [...model.values()].map(({ name, device, labels, consumers }) => ({
            outletName: name,
            device: membersOf(device),
            labels: membersOf(labels),
            consumers: consumers.length > 0 ? consumers : undefined,
          })),
        );
        const withKey = [...model].filter(([, { labels }]) => labels.has(asked)).map(([id]) => id);
        expect((await list(admin, `?label=${asked}`)).map(({ id }) => Number(id.split('-')[0]))).toEqual(withKey);
      }),
      { numRuns: 60 },
    );
    await clear();
  });
});

describe('the configuration document', () => {
  it('contains devices, labels and consumers, and brings them back', async () => {
    const consumers = ['db-1', 'db-2'];
    await put({ device: STORAGE, labels: { tenant: 'blue', project: 'x' }, consumers });
    const document = (await admin.get('/api/config/export')).body;
    const [entry] = document.sections.outlets.filter(({ id }: Listed) => id === FIRST);
    expect(entry).toMatchObject({ device: STORAGE, labels: { project: 'x', tenant: 'blue' }, consumers });
    await clear();
    expect((await admin.post('/api/config/apply', document)).status).toBe(200);
    expect(await outlet()).toMatchObject({ device: STORAGE, labels: { project: 'x', tenant: 'blue' }, consumers });
    expect((await admin.post('/api/config/plan', document)).body.changes).toEqual([]);
    delete entry.device.notes;
    delete entry.labels;
    delete entry.consumers;
    await admin.post('/api/config/apply', document);
    expect((await outlet()).device).toEqual({ ...STORAGE, notes: undefined });
    expect(await outlet()).not.toHaveProperty('labels');
    expect(await outlet()).not.toHaveProperty('consumers');
    entry.device.reachable = true;
    expect((await admin.post('/api/config/apply', document)).status).toBe(422);
    await clear();
  });
});

describe('the live stream', () => {
  const reading = async (): Promise<StreamClient> => {
    const stream = await StreamClient.connect(pdu);
    stream.say({ cookie: admin.token });
    await stream.next(0);
    return stream;
  };
  /** The outlets of the next message that have these members. */
  const detailed = async (stream: StreamClient): Promise<object[]> => {
    const seen = stream.messages.length;
    await pdu.seconds(1);
    const { outlets } = (await stream.next(seen)) as unknown as { outlets: Listed[] };
    expect(outlets).toHaveLength(16);
    return outlets.flatMap(({ id, device, labels }) => (device === undefined ? [] : [{ id, device, labels }]));
  };

  it('has the device and the labels of an outlet at first and when they have changed, and not otherwise', async () => {
    await put({ device: { name: 'Switch' } }, 1);
    const stream = await reading();
    const [first] = stream.messages as unknown as { outlets: Listed[] }[];
    expect(first?.outlets.find(({ id }) => id === FIRST)?.device).toEqual({ name: 'Switch' });
    await detailed(stream);
    expect(await detailed(stream)).toEqual([]);
    await put({ labels: { tenant: 'blue' } }, 2);
    await put({ device: { name: 'Core switch' } }, 1);
    expect(await detailed(stream)).toEqual([
      { id: FIRST, device: { name: 'Core switch' }, labels: {} },
      { id: SECOND, device: null, labels: { tenant: 'blue' } },
    ]);
    expect(await detailed(stream)).toEqual([]);
    await clear();
    expect(await detailed(stream)).toMatchObject([
      { id: FIRST, device: null, labels: {} },
      { id: SECOND, device: null, labels: {} },
    ]);
    expect(await detailed(stream)).toEqual([]);
    stream.leave();
  });

  it('has what an outlet feeds in the same way: at first, after a change, and as an empty list when it is gone', async () => {
    await put({ consumers: ['db-1'] }, 3);
    const stream = await reading();
    const named = async (): Promise<unknown> => {
      const seen = stream.messages.length;
      await pdu.seconds(1);
      return consumersIn(await stream.next(seen));
    };
    const consumersIn = (message: unknown) =>
      (message as { outlets: Listed[] }).outlets.flatMap(({ id, consumers }) => (consumers ? [[id, consumers]] : []));
    expect(consumersIn(stream.messages[0])).toContainEqual(['3-1200578', ['db-1']]);
    await named();
    expect(await named()).toEqual([]);
    await put({ consumers: ['db-1', 'db-2'] }, 3);
    expect(await named()).toEqual([['3-1200578', ['db-1', 'db-2']]]);
    await put({ consumers: [] }, 3);
    expect(await named()).toEqual([['3-1200578', []]]);
    expect(await named()).toEqual([]);
    stream.leave();
  });
});

describe('the device with an address', () => {
  const ADDRESS = '192.0.2.7';
  /** The addresses that answer. */
  let alive: Set<string>;
  let sent: jest.Spied<PingProbe['ping']>;

  beforeEach(async () => {
    alive = new Set([ADDRESS]);
    const probe = pdu.app.get(PingProbe, { strict: false });
    sent = jest.spyOn(probe, 'ping').mockImplementation(async ({ target }) => alive.has(target));
    await put({ state: 'ON' });
    await pdu.seconds(60); // nobody starts any more
    sent.mockClear();
  });
  afterEach(async () => {
    await clear();
    sent.mockRestore();
  });

  const device = async (id = 1) =>
    (await outlet(id)).device as { reachable?: boolean; reachableSince?: string } | undefined;
  const reachable = async (id = 1) => (await device(id))?.reachable;
  const changes = async () => (await admin.get('/api/log?kind=outlet.reachability')).body.entries as { id: number }[];

  it('is reachable with its first answer, and not before', async () => {
    await put({ device: { name: 'Switch', address: ADDRESS } });
    expect(await device()).toEqual({ name: 'Switch', address: ADDRESS });
    await pdu.seconds(1);
    const reachableSince = new Date(pdu.clock.now()).toISOString();
    expect(await device()).toEqual({ name: 'Switch', address: ADDRESS, reachable: true, reachableSince });
    await pdu.seconds(30);
    expect((await device())?.reachableSince).toBe(reachableSince);
    expect(sent.mock.calls.length).toBeLessThanOrEqual(4);
  });

  it('is not reachable after three pings without an answer, which the log and the stream report once', async () => {
    const before = (await changes()).length;
    await put({ device: { address: ADDRESS } });
    await pdu.seconds(70);
    const stream = await StreamClient.connect(pdu);
    stream.say({ cookie: admin.token });
    await stream.next(0);
    alive.clear();
    await pdu.seconds(15);
    expect(await reachable()).toBe(false);
    const [record, ...older] = await changes();
    expect(older).toHaveLength(before);
    expect(record).toMatchObject({
      object: `outlet:${FIRST}`,
      via: 'system',
      before: { reachable: true },
      after: { reachable: false },
    });
    alive.add(ADDRESS);
    await pdu.seconds(15);
    expect(await reachable()).toBe(true);
    expect(await changes()).toHaveLength(before + 2);
    await stream.next(30);
    const seen = (stream.messages as unknown as { outlets: Listed[] }[])
      .slice(1)
      .flatMap(({ outlets }) => outlets.flatMap((each) => (each.device ? [each.device] : [])));
    expect(seen).toMatchObject([{ reachable: false }, { reachable: true }]);
    stream.leave();
  });

  it('is as it was when two pings are lost', async () => {
    await put({ device: { address: ADDRESS } });
    await pdu.seconds(70);
    const before = await changes();
    let lost = 2;
    sent.mockImplementation(async () => lost-- <= 0);
    await pdu.seconds(30);
    expect([await reachable(), (await changes()).length]).toEqual([true, before.length]);
  });

  it('is never unreachable while the outlet is off, nor in the first minute after it has been turned on', async () => {
    await put({ device: { address: ADDRESS } });
    await pdu.seconds(70);
    const before = await changes();
    alive.clear();
    await put({ state: 'OFF' });
    for (let second = 0; second < 30; second++) {
      await pdu.seconds(1);
      expect(await reachable()).not.toBe(false);
    }
    expect(await reachable()).toBeUndefined();
    await put({ state: 'ON' });
    for (let second = 0; second < 59; second++) {
      await pdu.seconds(1);
      expect(await reachable()).toBeUndefined();
    }
    alive.add(ADDRESS);
    await pdu.seconds(15);
    expect(await reachable()).toBe(true);
    expect(await changes()).toEqual(before); // it was reachable before it was turned off
    await put({ state: 'OFF' });
    alive.clear();
    await pdu.seconds(20);
    await put({ state: 'ON' });
    await pdu.seconds(75);
    expect(await reachable()).toBe(false);
    await put({ state: 'OFF' });
    expect(await reachable()).toBeUndefined();
    expect((await changes()).length).toBe(before.length + 1);
  });

  it('is pinged once for its two outlets, which know the same', async () => {
    await put({ device: { address: ADDRESS, feed: 'storage' } }, 1);
    await put({ device: { address: ADDRESS, feed: 'storage' } }, 2);
    await pdu.seconds(20);
    expect([await reachable(1), await reachable(2)]).toEqual([true, true]);
    expect(sent.mock.calls.length).toBeLessThanOrEqual(3);
  });

  it('is not pinged more than once a second together with all others, nor any more once its address is gone', async () => {
    const all = Array.from({ length: 16 }, (_, at) => ({ id: at + 1, device: { address: `192.0.2.${100 + at}` } }));
    await admin.patch('/api/outlets', all);
    await pdu.seconds(40);
    expect(sent.mock.calls.length).toBeLessThanOrEqual(40);
    expect(new Set(sent.mock.calls.map(([{ target }]) => target)).size).toBe(16);
    await admin.patch(
      '/api/outlets',
      all.map(({ id }) => ({ id, device: { address: null } })),
    );
    sent.mockClear();
    await pdu.seconds(20);
    expect(sent).not.toHaveBeenCalled();
  });

  it('is not pinged where the policy for outgoing messages allows nothing, and nothing is known of it', async () => {
    await admin.post('/api/conf', { allowLocalTargets: false });
    alive.add('127.0.0.1').add('224.0.0.1');
    await put({ device: { address: '127.0.0.1' } }, 1);
    await put({ device: { address: '224.0.0.1' } }, 2);
    await pdu.seconds(30);
    expect(sent).not.toHaveBeenCalled();
    expect([await reachable(1), await reachable(2)]).toEqual([undefined, undefined]);
    await admin.post('/api/conf', { allowLocalTargets: true });
  });

  it('lets the health report a host that cannot send pings', async () => {
    const check = jest.spyOn(pdu.app.get(PingProbe, { strict: false }), 'check').mockResolvedValue('There is no ping.');
    sent.mockResolvedValue(undefined);
    const ping = async () => (await admin.get('/api/system/health')).body.ping;
    expect(await ping()).toBeUndefined();
    await put({ device: { address: ADDRESS } });
    await pdu.seconds(2);
    expect([await ping(), await reachable()]).toEqual([{ unavailableReason: 'There is no ping.' }, undefined]);
    check.mockRestore();
  });

  it('is a metric while it is known', async () => {
    await put({ device: { address: ADDRESS } });
    await pdu.seconds(2);
    expect((await admin.get('/metrics')).body).toMatch(
      /^rackfeed_outlet_device_reachable\{outlet="1-1200578",.*\} 1$/m,
    );
  });
});
