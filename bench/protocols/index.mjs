import { benchModbus } from './modbus.mjs';
import { benchNut } from './nut.mjs';
import { benchSnmp } from './snmp.mjs';

const BENCHES = { snmp: benchSnmp, modbus: benchModbus, nut: benchNut };

/** The benchmarks of the protocol servers. */
export async function benchProtocols() {
  for (const [protocol, run] of Object.entries(BENCHES)) {
    console.log(`  ${protocol}`);
    await run();
  }
}
