import type { BankModel, InletModel, OutletModel, SensorModel } from '../hardware/profiles/pdu-model.js';
import type { BankReading, InletReading, LineReading, OutletReading, SensorReading } from '../hardware/snapshot.js';
import type { ClosedReason } from '../http/connections.js';
import type { RouteTraffic } from '../http/http-traffic.js';
import type { FaultKind } from '../common/controller-faults.js';
import type { PollStatistics } from '../hardware/poll-statistics.js';
import type { OutletView } from '../outlets/outlet.view.js';
import type { RelayOutputView } from '../relay-outputs/relay-output.view.js';
import type { HttpsState } from '../tls/https-server.service.js';
import type { Count } from './audit-counts.service.js';

export interface InletFacts {
  readonly inlet: InletModel;
  readonly name: string;
  readonly reading: InletReading | undefined;
}

export interface LineFacts {
  readonly inlet: string;
  readonly line: string;
  readonly reading: LineReading;
}

export interface BankFacts {
  readonly bank: BankModel;
  readonly name: string;
  readonly reading: BankReading | undefined;
}

export interface OutletFacts {
  readonly outlet: OutletModel;
  readonly view: OutletView;
  readonly reading: OutletReading | undefined;
}

export interface SensorFacts {
  readonly sensor: SensorModel;
  readonly name: string;
  readonly reading: SensorReading | undefined;
}

/** The counts of actions and events since the start. */
export interface AutomationFacts {
  readonly runs: readonly Count[];
  readonly triggers: readonly Count[];
  readonly waiting: number;
}

/** The state of the controller itself. */
export interface ControllerFacts {
  readonly model: string;
  readonly driver: string;
  readonly serial: string;
  readonly polls: PollStatistics;
  readonly failuresInARow: number;
  /** Seconds since the hardware last answered. */
  readonly readingAge: number;
  readonly traffic: readonly RouteTraffic[];
  readonly connections: { readonly open: number; readonly closed: Readonly<Record<ClosedReason, number>> };
  readonly streamReaders: number;
  readonly auditRecords: readonly Count[];
  readonly database: { readonly state: string; readonly isWritable: boolean; readonly bytes: number | undefined };
  readonly https: HttpsState;
  /** Active faults of the controller itself. */
  readonly activeFaults: ReadonlySet<FaultKind>;
  readonly process: ProcessFacts;
}

export interface ProcessFacts {
  /** Start of the process, seconds since 1970. */
  readonly startedAt: number;
  readonly cpuSeconds: { readonly user: number; readonly system: number };
  readonly residentBytes: number;
  readonly heapBytes: number;
  readonly openFiles: number | undefined;
  /** Delay of the event loop since the measurement began, seconds. */
  readonly eventLoopDelay: { readonly mean: number; readonly p99: number; readonly max: number } | undefined;
}

/** The facts for the metrics, as far as the caller may view them; the others are empty. */
export interface Facts {
  readonly version: string;
  readonly inlets: readonly InletFacts[];
  readonly lines: readonly LineFacts[];
  readonly banks: readonly BankFacts[];
  readonly outlets: readonly OutletFacts[];
  readonly relayOutputs: readonly RelayOutputView[];
  readonly sensors: readonly SensorFacts[];
  readonly automation: AutomationFacts | undefined;
  readonly controller: ControllerFacts | undefined;
}
