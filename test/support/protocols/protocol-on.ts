/** A protocol server of a controller under test, on a free port of the loopback. */
import type { ProtocolName } from '../../../src/common/access.js';
import { ProtocolServers, type ProtocolServerState } from '../../../src/protocols/protocol-servers.js';
import type { Client, Pdu } from '../app/pdu.js';
import { freePort } from '../servers/free-port.js';

/** The environment with which `aPdu` opens protocol servers on the loopback only. */
export const ON_LOOPBACK = { RACKFEED_HOST: '127.0.0.1' };

const KEYS: Readonly<Record<ProtocolName, readonly [enabled: string, port: string]>> = {
  snmp: ['snmpv12Enabled', 'snmpPort'],
  ssh: ['sshEnabled', 'sshPort'],
  nut: ['nutEnabled', 'nutPort'],
  modbus: ['modbusEnabled', 'modbusPort'],
  redfish: ['redfishEnabled', 'webSslPort'], // with the setting webSslEnabled
  mqtt: ['mqttEnabled', 'mqttPort'],
};

/** The state of a protocol server once it has applied the settings. */
export async function protocolState(pdu: Pdu, name: ProtocolName): Promise<ProtocolServerState> {
  const servers = pdu.app.get(ProtocolServers);
  await servers.adjust();
  const found = servers.all().find(([each]) => each === name);
  if (!found) throw new Error(`This controller has no ${name} server.`);
  return found[1].state();
}

/** Switches a protocol on with further settings; answers its port. Retries when another program took the port meanwhile. */
export async function protocolOn(pdu: Pdu, admin: Client, name: ProtocolName, settings: object = {}): Promise<number> {
  const [enabled, port] = KEYS[name];
  for (let attempt = 0; attempt < 5; attempt++) {
    const free = await freePort();
    const { status, body } = await admin.post('/api/conf', { [enabled]: true, [port]: free, ...settings });
    if (status !== 200) throw new Error(`Refused: ${JSON.stringify(body)}`);
    if ((await protocolState(pdu, name)).port === free) return free;
  }
  throw new Error(`No free port was found for ${name}.`);
}

export async function protocolOff(pdu: Pdu, admin: Client, name: ProtocolName): Promise<void> {
  await admin.post('/api/conf', { [KEYS[name][0]]: false });
  await protocolState(pdu, name);
}
