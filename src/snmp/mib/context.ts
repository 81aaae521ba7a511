import type { BanksService } from '../../banks/banks.service.js';
import type { BankView } from '../../banks/bank.view.js';
import type { Access } from '../../common/access.js';
import type { Clock } from '../../common/clock.js';
import type { RuntimeConfig } from '../../config/runtime-config.js';
import type { EventsService } from '../../events/events.service.js';
import type { RulesService } from '../../events/rules.service.js';
import type { GroupsService } from '../../groups/groups.service.js';
import type { PduDriver } from '../../hardware/pdu.driver.js';
import type { BankModel, InletModel, OutletModel, SensorModel } from '../../hardware/profiles/pdu-model.js';
import type { Snapshot } from '../../hardware/snapshot.js';
import type { SnapshotStore } from '../../hardware/snapshot.store.js';
import type { InletView } from '../../inlets/inlet.view.js';
import type { InletsService } from '../../inlets/inlets.service.js';
import type { OutletCommandsService } from '../../outlets/outlet-commands.service.js';
import type { OutletView } from '../../outlets/outlet.view.js';
import type { OutletsService } from '../../outlets/outlets.service.js';
import type { SensorView } from '../../sensors/sensor.view.js';
import type { SensorsService } from '../../sensors/sensors.service.js';
import type { SettingsStore } from '../../settings/settings.store.js';

/** The counters of the agent itself (RFC 3418, 3411, 3412, 3414), all since its start. */
export const AGENT_COUNTERS = [
  'snmpInPkts',
  'snmpInBadVersions',
  'snmpInBadCommunityNames',
  'snmpInBadCommunityUses',
  'snmpInASNParseErrs',
  'snmpSilentDrops',
  'snmpProxyDrops',
  'snmpUnknownSecurityModels',
  'snmpInvalidMsgs',
  'snmpUnknownPDUHandlers',
  'snmpUnavailableContexts',
  'snmpUnknownContexts',
  'usmStatsUnsupportedSecLevels',
  'usmStatsNotInTimeWindows',
  'usmStatsUnknownUserNames',
  'usmStatsUnknownEngineIDs',
  'usmStatsWrongDigests',
  'usmStatsDecryptionErrors',
] as const;
export type AgentCounter = (typeof AGENT_COUNTERS)[number];

/** The agent's own values. */
export interface AgentFacts {
  readonly engineId: Buffer;
  readonly engineBoots: number;
  /** s. */
  engineTime(): number;
  counter(name: AgentCounter): number;
}

/** The sources of the objects: the services that HTTP uses too. */
export interface MibSources {
  readonly config: Pick<RuntimeConfig, 'host'>;
  readonly driver: PduDriver;
  readonly snapshots: SnapshotStore;
  readonly clock: Clock;
  readonly settings: SettingsStore;
  readonly inlets: InletsService;
  readonly banks: BanksService;
  readonly sensors: SensorsService;
  readonly outlets: OutletsService;
  readonly outletCommands: OutletCommandsService;
  readonly groups: GroupsService;
  readonly events: EventsService;
  readonly rules: RulesService;
  readonly agent: AgentFacts;
}

/** Views of one revision of the snapshot, each made when it is first asked for. */
export class ViewCache {
  readonly #views = new Map<object, unknown>();

  get<T>(part: object, make: () => T): T {
    if (!this.#views.has(part)) this.#views.set(part, make());
    return this.#views.get(part) as T;
  }
}

/** All that an object reads its value from: the state of the PDU at one revision, as a role may see it. */
export class MibContext {
  readonly #ofRole = new ViewCache();

  constructor(
    readonly sources: MibSources,
    readonly access: Access,
    private readonly views: ViewCache,
  ) {}

  get snapshot(): Snapshot {
    return this.sources.snapshots.current;
  }

  inlet(inlet: InletModel): InletView {
    return this.views.get(inlet, () => this.sources.inlets.view(inlet));
  }

  bank(bank: BankModel): BankView {
    return this.views.get(bank, () => this.sources.banks.view(bank));
  }

  outlet(outlet: OutletModel): OutletView {
    return this.views.get(outlet, () => this.sources.outlets.view(outlet));
  }

  sensor(sensor: SensorModel): SensorView {
    return this.views.get(sensor, () => this.sources.sensors.view(sensor));
  }

  /** A view that is not the same for every role. */
  ofRole<T>(row: object, make: () => T): T {
    return this.#ofRole.get(row, make);
  }
}
