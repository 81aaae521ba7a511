import { benchModbus } from './modbus.mjs';
import { benchMqtt } from './mqtt.mjs';
import { benchNut } from './nut.mjs';
import { benchRedfish } from './redfish.mjs';
import { benchSnmp } from './snmp.mjs';
import { benchSsh } from './ssh.mjs';

const BENCHES = {
  snmp: benchSnmp,
  ssh: benchSsh,
  modbus: benchModbus,
  nut: benchNut,
  redfish: benchRedfish,
  mqtt: benchMqtt,
};

/** The benchmarks of MQTT and the protocol servers. */
export async function benchProtocols() {
  for (const [protocol, run] of Object.entries(BENCHES)) {
    console.log(`  ${protocol}`);
    await run();
  }
}
