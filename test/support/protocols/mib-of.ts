import { BanksService } from '../../../src/banks/banks.service.js';
import { Clock } from '../../../src/common/clock.js';
import { RuntimeConfig } from '../../../src/config/runtime-config.js';
import { EventsService } from '../../../src/events/events.service.js';
import { RulesService } from '../../../src/events/rules.service.js';
import { GroupsService } from '../../../src/groups/groups.service.js';
import { PduDriver } from '../../../src/hardware/pdu.driver.js';
import { SnapshotStore } from '../../../src/hardware/snapshot.store.js';
import { InletsService } from '../../../src/inlets/inlets.service.js';
import { OutletCommandsService } from '../../../src/outlets/outlet-commands.service.js';
import { OutletsService } from '../../../src/outlets/outlets.service.js';
import { SensorsService } from '../../../src/sensors/sensors.service.js';
import { SettingsStore } from '../../../src/settings/settings.store.js';
import type { AgentFacts } from '../../../src/snmp/mib/context.js';
import { Mib } from '../../../src/snmp/mib/mib.js';
import type { Pdu } from '../app/pdu.js';

const AGENT: AgentFacts = {
  engineId: Buffer.from('800054e005000102030405060708090a0b', 'hex'),
  engineBoots: 3,
  engineTime: () => 17,
  counter: () => 0,
};

/** The objects of a running PDU without the agent that serves them. */
export function mibOf({ app }: Pdu): Mib {
  return new Mib({
    agent: AGENT,
    config: app.get(RuntimeConfig),
    driver: app.get(PduDriver),
    snapshots: app.get(SnapshotStore),
    clock: app.get(Clock),
    settings: app.get(SettingsStore),
    inlets: app.get(InletsService),
    banks: app.get(BanksService),
    sensors: app.get(SensorsService),
    outlets: app.get(OutletsService),
    outletCommands: app.get(OutletCommandsService),
    groups: app.get(GroupsService),
    events: app.get(EventsService),
    rules: app.get(RulesService),
  });
}
