import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPdu, USER_PASSWORD, type Client, type Pdu } from '../support/app/pdu.js';
import { ON_LOOPBACK } from '../support/protocols/protocol-on.js';
import { RedfishClient, redfishOn } from '../support/protocols/redfish-client.js';
import { differences, matrixUsers, type MatrixUser } from '../support/protocols/rights-matrix.js';
import { scaledTimeLimit } from '../support/time/time-limits.js';

type Sent = readonly [method: string, path: string, body?: object];

/** A request to Redfish, and those that do the same in the API of the product. */
interface Cell {
  readonly name: string;
  readonly redfish: Sent;
  readonly api: readonly Sent[];
}

const PDU = '/PowerEquipment/RackPDUs/1';
const BANK = '1200578';
const OUTLETS = ['1-1200578', '2-1200578'];

/** A PATCH answers the whole resource, so it needs what a GET of that needs too. */
const cell = (redfish: Sent, ...api: readonly Sent[]): Cell => ({ name: `${redfish[0]} ${redfish[1]}`, redfish, api });
const conf = (settings: object): Sent => ['POST', '/api/conf', settings];
const power = (outlet: number, state: 'On' | 'PowerCycle'): Sent => [
  'POST',
  `${PDU}/Outlets/${outlet}/Actions/Outlet.PowerControl`,
  { PowerState: state },
];

const CELLS: readonly Cell[] = [
  cell(['GET', `${PDU}/Outlets/1`], ['GET', '/api/outlets/1']),
  cell(['GET', `${PDU}/Outlets/2`], ['GET', '/api/outlets/2']),
  cell(
    ['PATCH', `${PDU}/Outlets/1`, { UserLabel: 'Web' }],
    ['PUT', '/api/outlets/1', { outletName: 'Web' }],
    ['GET', '/api/outlets/1'],
  ),
  cell(
    ['PATCH', `${PDU}/Outlets/1`, { ElectricalConsumerNames: ['db-1'] }],
    ['PUT', '/api/outlets/1', { consumers: ['db-1'] }],
    ['GET', '/api/outlets/1'],
  ),
  cell(
    ['PATCH', `${PDU}/Outlets/2`, { PowerRestorePolicy: 'AlwaysOn' }],
    ['PUT', '/api/outlets/2', { pwrOnState: 'ON' }],
    ['GET', '/api/outlets/2'],
  ),
  cell(
    ['PATCH', `${PDU}/Outlets/1`, { PowerControlLocked: false }],
    ['PUT', '/api/outlets/1', { protection: 'none' }],
    ['GET', '/api/outlets/1'],
  ),
  cell(power(1, 'On'), ['PUT', '/api/outlets/1', { state: 'ON' }]),
  cell(power(2, 'On'), ['PUT', '/api/outlets/2', { state: 'ON' }]),
  cell(
    ['POST', `${PDU}/Outlets/1/Actions/Outlet.ResetMetrics`, {}],
    ['POST', '/api/energy/reset', { objects: OUTLETS.slice(0, 1) }],
  ),
  cell(['GET', `${PDU}/OutletGroups/1`], ['GET', '/api/groups/1']),
  cell(
    ['POST', `${PDU}/OutletGroups/1/Actions/OutletGroup.PowerControl`, { PowerState: 'On' }],
    ['PUT', '/api/groups/1', { state: 'ON' }],
  ),
  cell(['GET', `${PDU}/Branches/${BANK}`], ['GET', `/api/banks/${BANK}`]),
  cell(
    ['PATCH', `${PDU}/Branches/${BANK}`, { UserLabel: 'Left' }],
    ['PUT', `/api/banks/${BANK}`, { bankName: 'Left' }],
    ['GET', `/api/banks/${BANK}`],
  ),
  cell(['GET', `${PDU}/Mains/1`], ['GET', '/api/inlets/I1-1000036']),
  cell(
    ['PATCH', `${PDU}/Mains/1`, { UserLabel: 'Feed' }],
    ['PUT', '/api/inlets/I1-1000036', { inletName: 'Feed' }],
    ['GET', '/api/inlets/I1-1000036'],
  ),
  cell(
    ['PATCH', `${PDU}/Mains/1`, { ElectricalSourceName: 'UPS A' }],
    ['PUT', '/api/inlets/I1-1000036', { sourceName: 'UPS A' }],
    ['GET', '/api/inlets/I1-1000036'],
  ),
  cell(['PATCH', PDU, { AssetTag: 'A-17' }], conf({ assetTag: 'A-17' })),
  cell(['PATCH', '/Chassis/1', { AssetTag: 'A-17' }], conf({ assetTag: 'A-17' })),
  cell(['PATCH', '/Managers/1', { ServiceIdentification: 'PDU' }], conf({ deviceName: 'PDU' })),
  cell(
    ['PATCH', '/Managers/1/NetworkProtocol', { NTP: { NTPServers: ['192.0.2.1'] } }],
    conf({ ntpHost: '192.0.2.1' }),
    ['GET', '/api/system/protocols'],
  ),
  cell(['PATCH', '/SessionService', { SessionTimeout: 1800 }], conf({ webIdleTimeout: 1800 })),
  cell(['PATCH', '/AccountService', { HTTPBasicAuth: 'Enabled' }], conf({ redfishBasicAuth: 'enabled' })),
  cell(['PATCH', '/EventService', { DeliveryRetryIntervalSeconds: 30 }], conf({ redfishRetryInterval: 30 })),
  cell(['GET', '/AccountService/Accounts/2'], ['GET', '/api/users/2']),
  cell(
    ['PATCH', '/AccountService/Accounts/2', { Locked: false }],
    ['PUT', '/api/users/2', { userIsLocked: false }],
    ['GET', '/api/users/2'],
  ),
  cell(
    ['POST', '/UpdateService/Actions/UpdateService.SimpleUpdate', { ImageURI: 'https://127.0.0.1:1/image' }],
    ['POST', '/api/system/firmware'],
  ),
  cell(
    [
      'POST',
      '/CertificateService/Actions/CertificateService.ReplaceCertificate',
      {
        CertificateUri: { '@odata.id': '/redfish/v1/Managers/1/NetworkProtocol/HTTPS/Certificates/1' },
        CertificateString: 'none',
        CertificateType: 'PEM',
      },
    ],
    ['PUT', '/api/system/certificate', { certificate: 'none', key: 'none' }],
  ),
  cell(['GET', '/UpdateService'], ['GET', '/api/system/firmware']),
  cell(['GET', '/Managers/1/NetworkProtocol/HTTPS/Certificates/1'], ['GET', '/api/system/certificate']),
];

describe('every role and every request', () => {
  let pdu: Pdu;
  let admin: Client;
  let port: number;
  let users: readonly MatrixUser[];

  beforeAll(async () => {
    pdu = await aPdu({ env: ON_LOOPBACK });
    admin = await pdu.as('admin');
    await admin.post('/api/users', { username: 'victim', roleId: 1, password: USER_PASSWORD });
    await admin.post('/api/groups', { groupName: 'Both', outlets: OUTLETS });
    port = await redfishOn(pdu, admin);
    users = await matrixUsers(pdu);
  });
  afterAll(() => pdu.stop());

  it(
    'are as over HTTP, without one difference',
    async () => {
      const outcomes: boolean[] = [];
      const found = await differences<MatrixUser, Cell>({
        users,
        nameOf: ({ person }) => person.name,
        cells: CELLS,
        overHttp: async ({ person }, { api }) => {
          const statuses: number[] = [];
          for (const [method, path, body] of api) {
            statuses.push((await pdu.request(method, path, body, await person.headers('token'))).status);
          }
          expect(statuses).not.toContain(401);
          return !statuses.includes(403);
        },
        overProtocol: async ({ person }, { redfish: [method, path, body] }) => {
          const client = new RedfishClient(port, await person.headers('token'));
          const { status } = await client.send(method, path, body);
          if ([401, 404, 405, 500].includes(status)) throw new Error(`${method} ${path} answered ${status}.`);
          outcomes.push(status !== 403);
          return status !== 403;
        },
      });
      expect(found).toEqual([]);
      expect(outcomes.filter((allowed) => allowed).length).toBeGreaterThan(60);
      expect(outcomes.filter((allowed) => !allowed).length).toBeGreaterThan(300);
    },
    scaledTimeLimit(120_000),
  );

  it('restarts the controller for nobody without that permission', async () => {
    for (const { person } of users) {
      if (person.has('allowPduRestart')) continue;
      const client = new RedfishClient(port, await person.headers('token'));
      const { status } = await client.post('/Managers/1/Actions/Manager.Reset', { ResetType: 'GracefulRestart' });
      expect([person.name, status]).toEqual([person.name, 403]);
    }
  });
});
