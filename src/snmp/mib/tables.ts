import { AGENT } from './agent.table.js';
import type { MibSources } from './context.js';
import { entityTables } from './entity.table.js';
import { INTERFACES } from './interfaces.table.js';
import { netbooterTables } from './netbooter.table.js';
import type { MibTable } from './object.js';
import { Peaks } from './peaks.js';
import { powernetTables } from './powernet.table.js';
import { synlinkTables } from './synlink.table.js';
import { systemTables } from './system.table.js';

/** Every table and scalar that the agent serves, those of other products among them as long as the setting says so. */
export function mibTables(sources: MibSources): () => readonly MibTable[] {
  const own = [...systemTables(), ...INTERFACES, AGENT, ...entityTables(sources), ...synlinkTables(sources)];
  const peaks = new Peaks(sources.snapshots);
  const compatible = [...netbooterTables(sources, peaks), ...powernetTables(sources, peaks)];
  return () => (sources.settings.get('snmpCompatMibs') ? [...own, ...compatible] : own);
}
