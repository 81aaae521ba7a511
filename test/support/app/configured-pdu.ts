/** A PDU with at least one value of every kind of configuration. */
import type { JsonObject } from '../../../src/common/body.js';
import { USER_PASSWORD, type Answer, type Client, type Pdu } from './pdu.js';
import { SSH_KEYS } from '../fixtures/ssh-keys.js';

/** The outlets, bank, inlet, relay output and I/O hub of the model `single-phase-16` that are named. */
export const FIRST = '1-1200578';
export const SECOND = '2-1200578';
export const BANK = '1200578';
export const INLET = 'I1-1000036';
export const RELAY = 'R1-1000036';
export const HUB = 'SB-1000036';

/** The secrets, which must never be in an answer. */
export const SECRETS = {
  smtpPassword: 'a mail password nobody reads',
  snmpv12ReadString: 'a community nobody reads',
  snmp3AuthPass: 'a trap passphrase nobody reads',
  snmpv3AuthPass: 'an auth passphrase nobody reads',
  snmpv3PrivPass: 'a privacy passphrase nobody reads',
  peerToken: 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG',
};

export interface ConfiguredPdu {
  /** A viewer of the first outlet. */
  readonly viewer: Client;
  readonly viewerId: number;
  readonly roleId: number;
  /** The password of the viewer. */
  readonly accessToken: string;
  readonly groupId: number;
  readonly actionId: number;
  readonly eventId: number;
}

/** Configures everything through the API; throws when a request is refused. */
export async function configurePdu(pdu: Pdu, admin: Client): Promise<ConfiguredPdu> {
  await accepted(admin.post('/api/conf', SETTINGS));
  const permissions = { viewPortInfo: true, viewOutletGroups: true, viewOutlets: [FIRST] };
  const role = await accepted(admin.post('/api/roles', { name: 'Viewer', description: 'Reads only', permissions }));
  const account = { username: 'vera', roleId: role.body.id as number, password: USER_PASSWORD };
  const { id: viewerId } = (await accepted(admin.post('/api/users', account))).body as { id: string };
  await accepted(admin.put(`/api/users/${viewerId}`, SNMP));
  const key = { sshKeyName: 'laptop', sshKey: SSH_KEYS[1].line };
  await accepted(admin.post(`/api/users/${viewerId}/sshKey`, key));
  const token = await accepted(admin.post(`/api/users/${viewerId}/token`));
  await accepted(
    admin.put(`/api/inlets/${INLET}`, {
      inletName: 'Feed A',
      sourceName: 'UPS A',
      sourceUri: 'https://ups-a.example/',
    }),
  );
  await accepted(admin.put(`/api/banks/${BANK}`, { bankName: 'Left side' }));
  await accepted(admin.post(`/api/sensors/${HUB}`, HUB_NAMES));
  await accepted(
    admin.put(`/api/outlets/${FIRST}`, { outletName: 'Router', pwrOnState: 'ON', consumers: ['Router', 'Modem'] }),
  );
  await accepted(admin.put(`/api/outlets/${SECOND}`, { customRebootTimeEnabled: true, customRebootTime: 20 }));
  await accepted(admin.put(`/api/relayOutputs/${RELAY}`, { relayName: 'Horn' }));
  const group = { groupName: 'Servers', groupRebootSequenceDelay: 2, outlets: [SECOND, FIRST] };
  const groupId = (await accepted(admin.post('/api/groups', group))).body.id as number;
  const off = { name: 'Printer off', code: 11, params: [FIRST, 'OFF'] };
  const actionId = (await accepted(admin.post('/api/actions', off))).body.id as number;
  await accepted(admin.post('/api/actions', { name: 'Mail', code: 15, params: ['ops@example.com'], enabled: false }));
  await accepted(admin.post('/api/actions', { name: 'Servers', code: 17, params: [String(groupId)] }));
  const peer = ['192.0.2.9', '1', SECRETS.peerToken];
  await accepted(admin.post('/api/actions', { name: 'Other PDU', code: 24, params: peer }));
  const event = { name: 'Bank', code: 31, params: [BANK, '10', '2'], actions: [actionId] };
  const eventId = (await accepted(admin.post('/api/events', event))).body.id as number;
  await accepted(admin.post('/api/events', { name: 'Nightly', code: 53, params: ['23:30'], actions: [] }));
  const webhook = { name: 'Automation', url: 'http://192.0.2.9/hook', types: ['outlet.*'], enabled: false };
  await accepted(admin.post('/api/webhooks', webhook));
  const viewer = await pdu.signIn('vera', USER_PASSWORD);
  const accessToken = token.body.accessToken as string;
  const ids = { viewerId: Number(viewerId), roleId: role.body.id as number, groupId, actionId, eventId };
  return { viewer, accessToken, ...ids };
}

const SETTINGS = {
  deviceName: 'Rack 7',
  timezone: 'Europe/Vienna',
  globalRebootTime: 9,
  smtpServer: 'mail.example.com',
  smtpPassword: SECRETS.smtpPassword,
  snmpv12ReadString: SECRETS.snmpv12ReadString,
  snmp3AuthPass: SECRETS.snmp3AuthPass,
};

const SNMP = {
  snmpv3Access: true,
  snmpv3Security: 'authPriv',
  snmpv3User_id: 'vera-snmp',
  snmpv3AuthPass: SECRETS.snmpv3AuthPass,
  snmpv3PrivPass: SECRETS.snmpv3PrivPass,
};

const HUB_NAMES = {
  sensorName: 'Rear door',
  outputRelays: [{ index: 2, outputRelayName: 'Fan', outputRelayDescription: 'on the roof' }],
  digitalInputs: [{ index: 1, digitalInputName: 'Smoke' }],
};

async function accepted(asked: Promise<Answer>): Promise<Answer> {
  const answer = await asked;
  if (answer.status !== 200) throw new Error(`Refused: ${JSON.stringify(answer.body)}`);
  return answer;
}

/** The text of the configuration document as sent. */
export async function exported(client: Client): Promise<string> {
  const { status, body } = await client.get('/api/config/export');
  if (status !== 200) throw new Error(`No export: ${JSON.stringify(body)}`);
  return JSON.stringify(body);
}

/** The same as an object to work on. */
export const documentOf = async (client: Client): Promise<ConfigurationDocument> =>
  JSON.parse(await exported(client)) as ConfigurationDocument;

export interface ConfigurationDocument extends JsonObject {
  readonly sections: {
    readonly settings: Record<string, unknown>;
    readonly roles: JsonObject[];
    readonly users: JsonObject[];
    readonly inlets: JsonObject[];
    readonly banks: JsonObject[];
    readonly sensors: JsonObject[];
    readonly outlets: JsonObject[];
    readonly relayOutputs: JsonObject[];
    readonly groups: JsonObject[];
    readonly actions: JsonObject[];
    readonly events: JsonObject[];
  };
}
