import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ProtocolServers } from '../../src/protocols/protocol-servers.js';
import { ADMIN_PASSWORD, aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { SshClient, SshFolder } from '../support/protocols/ssh-client.js';
import { freePort } from '../support/servers/free-port.js';

let pdu: Pdu;
let admin: Client;
let folder: SshFolder;
let port: number;
let byKey: SshClient;
let byPassword: SshClient;

const configure = async (settings: object): Promise<void> => {
  expect((await admin.post('/api/conf', settings)).status).toBe(200);
  await pdu.app.get(ProtocolServers).adjust();
};
const stateOf = async (outlet: number) => (await admin.get(`/api/outlets/${outlet}`)).body.state;

beforeAll(async () => {
  folder = new SshFolder();
  pdu = await aPdu({ env: { RACKFEED_HOST: '127.0.0.1' } });
  admin = await pdu.as('admin');
  port = await freePort();
  await configure({ sshEnabled: true, sshPort: port });
  await admin.post('/api/users/1/sshKey', { sshKeyName: 'test', sshKey: folder.publicHalf() });
  byKey = new SshClient(folder, port, 'admin', { key: folder.key });
  byPassword = new SshClient(folder, port, 'admin', { password: ADMIN_PASSWORD });
});
afterAll(async () => {
  await pdu.stop();
  folder.remove();
});

describe('a command of a script', () => {
  beforeEach(() => admin.put('/api/outlets', { outlets: ['1', '2', '3'], state: 'ON' }));

  it('answers the table of the outlets to a key', async () => {
    const { code, stdout, stderr } = await byKey.exec('pshow');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.split('\n')).toHaveLength(18);
    expect(stdout).toMatch(/^ {3}3 \| \S.* \| ON $/m);
  });

  it('switches with a password, and HTTP shows it', async () => {
    expect(await byPassword.exec('pset 3 0')).toEqual({ code: 0, stdout: 'OK\n', stderr: '' });
    expect(await stateOf(3)).toBe('OFF');
  });

  it('gets as many outlets as JSON as the role may see', async () => {
    const { stdout } = await byKey.exec('show outlets --json');
    expect(JSON.parse(stdout)).toEqual((await admin.get('/api/outlets')).body);
  });
});
