/** Each resource of each model, by the assertions of the public Protocol-Validator and Usecase-Checkers of the DMTF. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BUILT_IN_PROFILES } from '../../src/hardware/profiles/index.js';
import { aPdu, ADMIN_PASSWORD, type Pdu } from '../support/app/pdu.js';
import { ON_LOOPBACK } from '../support/protocols/protocol-on.js';
import { messagesOf, RedfishClient, redfishOn, type RedfishAnswer } from '../support/protocols/redfish-client.js';

const REFERENCES = /"(?:@odata\.id|DataSourceUri|@Redfish\.ActionInfo)":"([^"?]+)"/g;
const METHODS = ['POST', 'PATCH', 'PUT', 'DELETE'];

describe.each(BUILT_IN_PROFILES.map((profile) => profile.model))('the resources of %s', (model) => {
  let pdu: Pdu;
  let root: RedfishClient;
  let stranger: RedfishClient;
  const resources = new Map<string, RedfishAnswer>();

  beforeAll(async () => {
    pdu = await aPdu({ env: ON_LOOPBACK, model });
    const port = await redfishOn(pdu, await pdu.as('admin'));
    root = RedfishClient.basic(port, 'admin', ADMIN_PASSWORD);
    stranger = new RedfishClient(port);
    const waiting = ['/redfish/v1'];
    for (let uri = waiting.pop(); uri !== undefined; uri = waiting.pop()) {
      if (resources.has(uri)) continue;
      const answer = await root.get(uri);
      resources.set(uri, answer);
      waiting.push(...Array.from(JSON.stringify(answer.body).matchAll(REFERENCES), ([, target = '']) => target));
    }
  });
  afterAll(() => pdu.stop());

  /** One resource of each type. */
  const kinds = (): (readonly [uri: string, answer: RedfishAnswer])[] => {
    const each = [...resources].map(([uri, answer]) => [answer.body['@odata.type'], [uri, answer] as const] as const);
    return [...new Map(each).values()];
  };
  const collections = () => [...resources].filter(([, { body }]) => Array.isArray(body.Members));

  it('are all there, each with its address, type, name, version, methods, schema and tag', () => {
    expect(resources.size).toBeGreaterThan(50);
    for (const [uri, { status, headers, body }] of resources) {
      expect([uri, status, body['@odata.id']]).toEqual([uri, 200, uri]);
      expect([uri, body['@odata.type'], body.Name]).toEqual([
        uri,
        expect.stringMatching(/^#\w+\./),
        expect.any(String),
      ]);
      if (body.Id !== undefined && uri !== '/redfish/v1') expect(uri.endsWith(`/${body.Id}`)).toBe(true);
      expect([uri, headers]).toEqual([
        uri,
        expect.objectContaining({
          'odata-version': '4.0',
          'content-type': 'application/json;charset=utf-8',
          'cache-control': expect.any(String),
          allow: expect.stringMatching(/^GET, HEAD/),
          link: expect.stringMatching(/^<\S+>; rel=describedby/),
        }),
      ]);
    }
  });

  it('that are collections count their members, and take $top, $skip, $select and only', async () => {
    expect(collections().length).toBeGreaterThan(10);
    for (const [uri, { body }] of collections()) {
      expect([uri, body['Members@odata.count']]).toEqual([uri, body.Members.length]);
      const top = (await root.get(`${uri}?$top=1`)).body;
      expect([uri, top.Members, top['Members@odata.count']]).toEqual([
        uri,
        body.Members.slice(0, 1),
        body.Members.length,
      ]);
      expect((await root.get(`${uri}?$skip=${body.Members.length}`)).body.Members).toEqual([]);
      expect(Object.keys((await root.get(`${uri}?$select=Name`)).body)).toEqual(expect.arrayContaining(['Name']));
      const only = (await root.get(`${uri}?only`)).body;
      expect(only['@odata.id']).toBe(body.Members.length === 1 ? body.Members[0]['@odata.id'] : uri);
    }
  });

  it('have no body for HEAD, are 304 for their tag, and are for those with a credential', async () => {
    for (const [uri, { headers, body }] of kinds()) {
      const head = await root.send('HEAD', uri);
      expect([uri, head.status, head.body, head.headers['allow']]).toEqual([uri, 200, '', headers['allow']]);
      expect([uri, headers['etag']]).toEqual([uri, body['@odata.etag']]);
      const same = await root.with({ 'if-none-match': String(headers['etag']) }).get(uri);
      expect([uri, same.status]).toEqual([uri, body['@odata.etag'] === undefined ? 200 : 304]);
      expect([uri, (await stranger.get(uri)).status]).toEqual([uri, uri === '/redfish/v1' ? 200 : 401]);
    }
  });

  it('refuse every method that they do not name, and name those that they take', async () => {
    for (const [uri, { headers }] of kinds()) {
      const allowed = String(headers['allow']);
      for (const method of METHODS.filter((each) => !allowed.includes(each))) {
        const refused = await root.send(method, uri, method === 'DELETE' ? undefined : {});
        expect([method, uri, refused.status, refused.headers['allow']]).toEqual([method, uri, 405, allowed]);
        expect(messagesOf(refused)).toEqual(['OperationNotAllowed']);
      }
    }
  });

  it('answer an error of the Base registry for what is not there', async () => {
    for (const [uri] of collections()) {
      const missing = await root.get(`${uri}/no-such-member`);
      expect([uri, missing.status, messagesOf(missing)]).toEqual([uri, 404, ['ResourceMissingAtURI']]);
    }
  });
});
