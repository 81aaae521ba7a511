/** Firmware by Redfish: pushed by the client, and fetched by the controller. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { aBundle, aSigningKey, publish } from '../support/fixtures/firmware-bundle.js';
import { ControllerProcess, removeFolder, signIn, temporaryFolder } from '../support/process/controller-process.js';
import { messagesOf, RedfishClient, type RedfishAnswer } from '../support/protocols/redfish-client.js';
import { Authority } from '../support/servers/certificates.js';
import { freePort } from '../support/servers/free-port.js';
import { eventually, scaledTimeLimit } from '../support/time/time-limits.js';

jest.setTimeout(scaledTimeLimit(60_000));

const PASSWORD = 'correct horse battery';
const NEXT = '99.0.0';
const PUSH = '/UpdateService/update-multipart';
const CONTROLLER = '/UpdateService/FirmwareInventory/Controller';
const FETCH = '/UpdateService/Actions/UpdateService.SimpleUpdate';
const key = aSigningKey();
const authority = new Authority();
const BOUNDARY = 'part-of-an-update';

/** A body as clients of the protocol send it: the parameters in JSON, then the image. */
const multipart = (image: Buffer, parameters = '{"Targets": []}'): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="UpdateParameters"\r\nContent-Type: application/json\r\n\r\n` +
        `${parameters}\r\n--${BOUNDARY}\r\nContent-Disposition: form-data; name="UpdateFile"; filename="next.tar.gz"\r\n` +
        'Content-Type: application/octet-stream\r\n\r\n',
    ),
    image,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);

describe('an update by Redfish', () => {
  let folder: string;
  let controller: ControllerProcess;
  let port: number;
  let url: string;
  let session: Awaited<ReturnType<typeof signIn>>;
  let root: RedfishClient;
  let images: Server;
  let asked: string[];
  /** The answers of the server of images, by their paths. */
  const served = new Map<string, readonly [status: number, body: Buffer]>();

  const imageUrl = (path: string): string => `https://localhost:${(images.address() as AddressInfo).port}${path}`;
  const push = (image: Buffer, client = root, parameters?: string): Promise<RedfishAnswer> =>
    client
      .with({ 'content-type': `multipart/form-data; boundary=${BOUNDARY}` })
      .send('POST', PUSH, multipart(image, parameters));
  const fetchImage = (uri: string, client = root): Promise<RedfishAnswer> =>
    client.post(FETCH, { ImageURI: uri, TransferProtocol: 'HTTPS' });
  const version = async (): Promise<unknown> => (await root.get(CONTROLLER)).body.Version;

  async function start(): Promise<void> {
    controller = new ControllerProcess({
      RACKFEED_DATA_DIR: join(folder, 'data'),
      RACKFEED_ADMIN_PASSWORD: PASSWORD,
      RACKFEED_FIRMWARE_KEYS: publish(key, join(folder, 'keys')),
      RACKFEED_FIRMWARE_LIMIT_MIB: '1',
      RACKFEED_SUPERVISOR: 'container',
      NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem'),
      NODE_OPTIONS: `--import=${join(import.meta.dirname, '../support/process/silent-sockets.mjs')}`,
    });
    url = (await controller.ready()).replace(/\/$/, '');
    session = await signIn(url, PASSWORD);
  }

  beforeAll(async () => {
    folder = temporaryFolder();
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'authority.pem'), authority.certificate);
    images = createServer(authority.server('localhost'), (request, response) => {
      asked.push(request.url ?? '');
      const [status, body] = served.get(request.url ?? '') ?? [404, Buffer.alloc(0)];
      if (request.url === '/begun') {
        response.writeHead(status).write(body);
        return;
      }
      response.writeHead(status, status === 302 ? { location: '/good' } : {}).end(body);
    });
    await new Promise<void>((resolve) => images.listen(0, '127.0.0.1', resolve));
    await start();
    port = await freePort();
    const settings = { redfishEnabled: true, webSslEnabled: true, webSslPort: port };
    expect((await session.send('POST', '/api/conf', settings)).status).toBe(200);
    root = RedfishClient.basic(port, 'admin', PASSWORD);
    await eventually(async () => (await root.get('/UpdateService').catch(() => undefined))?.status === 200);
  });
  beforeEach(() => {
    asked = [];
    served.clear();
  });
  afterAll(async () => {
    await controller.kill('SIGKILL');
    images.close();
    removeFolder(folder);
  });

  const REFUSED: [string, () => Buffer, RegExp][] = [
    ['is no archive', () => Buffer.from('no firmware'), /not a firmware bundle/],
    ['is signed by somebody else', () => aBundle({ key: aSigningKey(), version: NEXT }), /does not know/],
    ['is older', () => aBundle({ key, version: '0.0.1' }), /older|downgrade|newer/i],
  ];

  it.each(REFUSED)(
    'that is pushed and %s is refused with the reason, and changes nothing',
    async (_, image, reason) => {
      const before = await version();
      const answer = await push(image());
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([expect.any(Number), expect.stringMatching(reason)]);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(await version()).toBe(before);
    },
  );

  it.each(REFUSED)('that is fetched and %s is refused with the reason', async (_, image, reason) => {
    served.set('/image', [200, image()]);
    const answer = await fetchImage(imageUrl('/image'));
    expect(JSON.stringify(answer.body)).toMatch(reason);
    expect([asked, answer.status >= 400 && answer.status < 500]).toEqual([['/image'], true]);
  });

  it('without an image, and with one that is too large, is refused', async () => {
    const empty = root.with({ 'content-type': `multipart/form-data; boundary=${BOUNDARY}` });
    expect((await empty.send('POST', PUSH, Buffer.from(`--${BOUNDARY}--\r\n`))).status).toBe(400);
    expect((await root.post(PUSH, {})).status).toBe(400);
    expect((await push(Buffer.alloc(1.5 * 1024 * 1024))).status).toBe(413);
    served.set('/large', [200, Buffer.alloc(1.5 * 1024 * 1024)]);
    expect((await fetchImage(imageUrl('/large'))).status).toBe(413);
  });

  it.each([
    ['that are no JSON', 'Targets=1', 'MalformedJSON'],
    ['that are no object', '[]', 'UnrecognizedRequestBody'],
    ['for another device', '{"Targets": ["/redfish/v1/Chassis/1"]}', 'PropertyValueNotInList'],
    ['for a later time', '{"@Redfish.OperationApplyTime": "OnReset"}', 'PropertyValueNotInList'],
  ])('with parameters %s is refused, although its image is right', async (_, parameters, message) => {
    const before = await version();
    const answer = await push(aBundle({ key, version: NEXT }), root, parameters);
    expect([answer.status, ...messagesOf(answer)]).toEqual([400, message]);
    expect(await version()).toBe(before);
  });

  it('is not fetched at once by a client that wants it later', async () => {
    served.set('/good', [200, aBundle({ key, version: NEXT })]);
    const body = { ImageURI: imageUrl('/good'), '@Redfish.OperationApplyTime': 'OnReset' };
    const answer = await root.post(FETCH, body);
    expect([answer.status, ...messagesOf(answer)]).toEqual([400, 'ActionParameterValueNotInList']);
    expect(asked).toEqual([]);
  });

  it.each([
    ['over plain HTTP', 'http://localhost/image'],
    ['with a password in its address', 'https://user:secret@localhost/image'],
    ['of no address', 'image.tar.gz'],
  ])('%s is not fetched', async (_, uri) => {
    const answer = await fetchImage(uri);
    expect([answer.status, ...messagesOf(answer)]).toEqual([400, 'ActionParameterValueFormatError']);
    expect(JSON.stringify(answer.body)).not.toContain('secret');
    expect(asked).toEqual([]);
  });

  it('is not fetched by a redirect, from a server that does not have it, or from one of another name', async () => {
    served.set('/moved', [302, Buffer.alloc(0)]);
    served.set('/good', [200, aBundle({ key, version: NEXT })]);
    expect(JSON.stringify((await fetchImage(imageUrl('/moved'))).body)).toContain(
      'answered 302: redirects are not followed',
    );
    expect(JSON.stringify((await fetchImage(imageUrl('/absent'))).body)).toContain('answered 404');
    const otherName = imageUrl('/good').replace('localhost', '127.0.0.1');
    expect((await fetchImage(otherName)).status).toBeGreaterThanOrEqual(400);
    expect(asked).toEqual(['/moved', '/absent']);
  });

  it('that stops in the middle is given up with the reason, and the controller goes on', async () => {
    served.set('/begun', [200, Buffer.alloc(1024)]);
    const fetching = fetchImage(imageUrl('/begun'));
    const files = () => readdirSync(join(folder, 'data'), { recursive: true }).map(String);
    await eventually(() => files().some((name) => name.endsWith('.tar.gz'))); // the answer has come
    controller.signal('SIGUSR2'); // and ten seconds without another byte
    const answer = await fetching;
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringContaining('no answer in time')]);
    expect((await root.get('/UpdateService')).status).toBe(200);
    expect(JSON.stringify((await fetchImage(imageUrl('/absent'))).body)).toContain('answered 404');
  });

  it('is refused by the outbound policy to the controller itself while that is not allowed', async () => {
    await session.send('POST', '/api/conf', { allowLocalTargets: false });
    served.set('/good', [200, aBundle({ key, version: NEXT })]);
    const answer = await fetchImage(imageUrl('/good'));
    await session.send('POST', '/api/conf', { allowLocalTargets: true });
    expect([answer.status >= 400, asked]).toEqual([true, []]);
    expect(JSON.stringify(answer.body)).toContain('allowLocalTargets');
  });

  it('needs the right to change the firmware, whichever way it comes', async () => {
    const role = await session.send('POST', '/api/roles', {
      name: 'viewer',
      permissions: { viewGlobalDeviceSettings: true },
    });
    const user = { username: 'viewer', password: 'staple that battery', roleId: role.body['id'] };
    expect((await session.send('POST', '/api/users', user)).status).toBe(200);
    const viewer = RedfishClient.basic(port, user.username, user.password);
    served.set('/good', [200, aBundle({ key, version: NEXT })]);
    expect([
      (await push(aBundle({ key, version: NEXT }), viewer)).status,
      (await fetchImage(imageUrl('/good'), viewer)).status,
    ]).toEqual([403, 403]);
    expect(asked).toEqual([]);
  });

  it.each<[string, () => Promise<RedfishAnswer>]>([
    ['pushed', () => push(aBundle({ key, version: NEXT }), root, `{"Targets": ["/redfish/v1${CONTROLLER}"]}`)],
    [
      'fetched',
      () => {
        served.set('/good', [200, aBundle({ key, version: NEXT })]);
        return fetchImage(imageUrl('/good'));
      },
    ],
  ])('that is %s and signed is installed by a restart', async (_, update) => {
    const answer = await update();
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([
      200,
      expect.stringContaining(`restarts with version ${NEXT}`),
    ]);
    expect((await controller.ended).code).toBe(75);
    const state = JSON.parse(readFileSync(join(folder, 'data/firmware/boot.json'), 'utf8')) as object;
    expect(JSON.stringify(state)).toContain(NEXT);
    removeFolder(join(folder, 'data/firmware'));
    await start();
    await eventually(async () => (await root.get('/UpdateService').catch(() => undefined))?.status === 200);
  });
});
