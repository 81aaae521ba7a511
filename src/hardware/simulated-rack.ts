import { simulatorOf } from './drivers/index.js';
import { LoadPattern, type RackOverTime } from './drivers/simulator/load-pattern.js';
import type { PduDriver } from './pdu.driver.js';

export type { LoadOverTime, RackOverTime } from './drivers/simulator/load-pattern.js';

/** Lets the loads of the simulated PDU follow the day and the week. Throws for real hardware. */
export function simulateRack(driver: PduDriver, rack: RackOverTime): void {
  const simulator = simulatorOf(driver);
  if (!simulator) throw new Error('Only the simulator has loads that can be set.');
  simulator.follow(new LoadPattern(rack));
}
