import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';

let pdu: Pdu;
let admin: Client;
beforeAll(async () => {
  pdu = await aPdu();
  admin = await pdu.as('admin');
});
afterAll(() => pdu.stop());

const ID = 'I1-1000036';

describe('GET /api/inlets', () => {
  it('lists the inlets with their readings', async () => {
    const { status, body } = await admin.get('/api/inlets');
    expect(status).toBe(200);
    expect(body).toHaveLength(1);
    expect(body[0]).toMatchObject({
      id: ID,
      inletType: 'single',
      inletPhase: 'Single Phase',
      inletLineConfiguration: 'L-N',
    });
    expect(body[0].inletVoltageRms).toBeGreaterThan(100);
    expect((await admin.get(`/api/inlets/${ID}`)).body).toEqual(body[0]);
  });

  it('is answered with 304 until something changes', async () => {
    const etag = (await admin.get('/api/inlets')).headers.get('etag') ?? '';
    expect((await admin.get('/api/inlets', { 'if-none-match': etag })).status).toBe(304);
    await pdu.seconds(1);
    expect((await admin.get('/api/inlets', { 'if-none-match': etag })).status).toBe(200);
  });

  it('requires a role that may view inlets', async () => {
    expect((await pdu.request('GET', '/api/inlets')).status).toBe(401);
    expect((await (await pdu.as({ viewBankStats: true })).get('/api/inlets')).status).toBe(403);
    expect((await (await pdu.as({ viewInletStats: true })).get('/api/inlets')).status).toBe(200);
  });
});

describe('PUT /api/inlets/{id}', () => {
  it('renames the inlet; the list shows it at once', async () => {
    const { status, body } = await admin.put(`/api/inlets/${ID}`, { inletName: 'Feed A' });
    expect([status, body.inletName]).toEqual([200, 'Feed A']);
    expect((await admin.get('/api/inlets')).body[0].inletName).toBe('Feed A');
  });

  it.each([
    ['nothing', {}],
    ['nothing known', { name: 'x' }],
    ['an empty name', { inletName: '' }],
    ['a name of 101 characters', { inletName: 'x'.repeat(101) }],
    ['a name with a line break', { inletName: 'a\nb' }],
    ['a number as name', { inletName: 5 }],
    ['no object', ['x']],
  ])('refuses %s with 422', async (_, body) => {
    expect((await admin.put(`/api/inlets/${ID}`, body)).status).toBe(422);
  });

  it('says what feeds the inlet; empty text takes that away again', async () => {
    const source = { sourceName: 'UPS A, panel 3, breaker 12', sourceUri: 'https://ups-a.example:8443/status?unit=1' };
    expect((await admin.get(`/api/inlets/${ID}`)).body).toMatchObject({ sourceName: '', sourceUri: '' });
    const etag = (await admin.get('/api/inlets')).headers.get('etag') ?? '';
    const { inletName } = (await admin.put(`/api/inlets/${ID}`, source)).body;
    expect((await admin.get('/api/inlets', { 'if-none-match': etag })).body).toMatchObject([{ inletName, ...source }]);
    const gone = await admin.put(`/api/inlets/${ID}`, { sourceUri: '' });
    expect(gone.body).toMatchObject({ ...source, inletName, sourceUri: '' });
    expect((await admin.get('/api/log?kind=inlet.change&limit=1')).body.entries).toMatchObject([
      { object: `inlet:${ID}`, before: { sourceUri: source.sourceUri }, after: { sourceUri: '' } },
    ]);
    await admin.put(`/api/inlets/${ID}`, { sourceName: '' });
  });

  it('has no record of a change that changes nothing', async () => {
    const newest = async () => (await admin.get('/api/log?kind=inlet.change&limit=1')).body.entries[0].id;
    await admin.put(`/api/inlets/${ID}`, { sourceName: 'UPS A' });
    const before = await newest();
    const { inletName } = (await admin.get(`/api/inlets/${ID}`)).body;
    expect((await admin.put(`/api/inlets/${ID}`, { inletName, sourceName: 'UPS A' })).status).toBe(200);
    expect(await newest()).toBe(before);
    await admin.put(`/api/inlets/${ID}`, { sourceName: '' });
  });

  it.each([
    [{ sourceName: 'x'.repeat(101) }, 'sourceName'],
    [{ sourceName: 'a\nb' }, 'sourceName'],
    [{ sourceName: 'a\u202eb' }, 'sourceName'],
    [{ sourceName: 7 }, 'sourceName'],
    [{ sourceName: null }, 'sourceName'],
    [{ sourceUri: null }, 'sourceUri'],
    [{ sourceUri: 80 }, 'sourceUri'],
    [{ sourceUri: 'ups-a.example' }, 'sourceUri'],
    [{ sourceUri: 'javascript:alert(1)' }, 'sourceUri'],
    [{ sourceUri: 'JavaScript://ups.example/%0aalert(1)' }, 'sourceUri'],
    [{ sourceUri: ' https://ups.example/' }, 'sourceUri'],
    [{ sourceUri: 'data:text/html,x' }, 'sourceUri'],
    [{ sourceUri: 'file:///etc/passwd' }, 'sourceUri'],
    [{ sourceUri: 'https://anna:secret@ups.example/' }, 'sourceUri'],
  ])('refuses %j, and changes nothing', async (wrong, field) => {
    const answer = await admin.put(`/api/inlets/${ID}`, { inletName: 'Never', ...wrong });
    expect(answer.status).toBe(422);
    expect(answer.body.details.map((detail: { field: string }) => detail.field)).toEqual([field]);
    const { body } = await admin.get(`/api/inlets/${ID}`);
    expect([body.inletName === 'Never', body.sourceName, body.sourceUri]).toEqual([false, '', '']);
  });

  it('takes an address of 1000 characters as the page of the source, and no longer one', async () => {
    const longest = `https://ups.example/${'x'.repeat(980)}`;
    expect((await admin.put(`/api/inlets/${ID}`, { sourceUri: longest })).body.sourceUri).toBe(longest);
    expect((await admin.put(`/api/inlets/${ID}`, { sourceUri: `${longest}x` })).status).toBe(422);
    await admin.put(`/api/inlets/${ID}`, { sourceUri: '' });
  });

  it('refuses in the order 401, 403, 404, 422', async () => {
    const viewer = await pdu.as({ viewInletStats: true });
    expect((await pdu.request('PUT', '/api/inlets/I9-1', {})).status).toBe(401);
    expect((await viewer.put('/api/inlets/I9-1', {})).status).toBe(403);
    expect((await admin.put('/api/inlets/I9-1', {})).body).toMatchObject({ statusCode: 404, code: 'INLET_UNKNOWN' });
  });
});

describe('other models', () => {
  let other: Pdu;
  afterEach(() => other.stop());

  async function inletsOf(model: string) {
    other = await aPdu({ model });
    return (await (await other.as('admin')).get('/api/inlets')).body;
  }

  it('a three-phase inlet shows its lines and their balance', async () => {
    const [inlet] = await inletsOf('three-phase-36');
    expect(inlet).toMatchObject({ inletPhase: 'Three Phase', threePhaseBalance: expect.stringMatching(/^\d{1,3}%$/) });
    expect(inlet.inletLines.map(({ line }: { line: string }) => line)).toEqual(['L1', 'L2', 'L3']);
  });

  it('a transfer switch measures on the active inlet only', async () => {
    const [a, b] = await inletsOf('ats-8');
    expect([a.atsInletId, a.atsInletActive, b.atsInletId, b.atsInletActive]).toEqual(['A', true, 'B', false]);
    expect(a).toHaveProperty('inletVoltageRms');
    expect(b).not.toHaveProperty('inletVoltageRms');
  });
});
