import { benchModbus } from './modbus.mjs';
import { benchNut } from './nut.mjs';
import { benchSnmp } from './snmp.mjs';
import { benchSsh } from './ssh.mjs';

const BENCHES = { snmp: benchSnmp, ssh: benchSsh, modbus: benchModbus, nut: benchNut };

/** The benchmarks of the protocol servers. */
export async function benchProtocols() {
  for (const [protocol, run] of Object.entries(BENCHES)) {
    console.log(`  ${protocol}`);
    await run();
  }
}
