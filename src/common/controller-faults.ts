import { Injectable, Logger } from '@nestjs/common';
import { Clock, type Millis } from './clock.js';

interface FaultRow {
  /** The name for users; also the object of its events. */
  readonly name: string;
  /** The result of its entry in the audit log. */
  readonly code: string;
  /** The message at its end. */
  readonly ended: string;
  /** The stages of severity, least severe first; a step to the next one is reported like a beginning. */
  readonly stages?: readonly string[];
}

/** Every fault of the controller itself that appears in the health, the audit log, events and traps. */
export const FAULTS = {
  hardware: { name: 'PDU hardware', code: 'HARDWARE_SILENT', ended: 'The PDU hardware answers again.' },
  storageFull: { name: 'storage space', code: 'STORAGE_FULL', ended: 'The storage has space again.' },
  storageFailing: {
    name: 'storage',
    code: 'STORAGE_FAILING',
    ended: 'The storage can be written again.',
    stages: ['failing', 'lost'],
  },
  database: {
    name: 'database',
    code: 'DATABASE_DAMAGED',
    ended: 'The database is in order.',
    stages: ['restored', 'damaged'],
  },
  clock: { name: 'clock', code: 'CLOCK_NOT_SET', ended: 'The clock is set.' },
  certificate: {
    name: 'HTTPS certificate',
    code: 'CERTIFICATE_ENDING',
    ended: 'HTTPS uses a certificate that does not end soon, or is switched off.',
    stages: ['30 days', '7 days', '1 day', 'ended'],
  },
  https: { name: 'HTTPS', code: 'HTTPS_NOT_LISTENING', ended: 'HTTPS listens as the settings say.' },
  protocols: {
    name: 'protocol servers',
    code: 'PROTOCOL_NOT_LISTENING',
    ended: 'The protocol servers listen as the settings say.',
  },
  firmware: {
    name: 'firmware',
    code: 'FIRMWARE_ROLLED_BACK',
    ended: 'The firmware roll-back was reported.',
  },
  restart: {
    name: 'controller process',
    code: 'RESTARTED_AFTER_CRASH',
    ended: 'There was no other crash since.',
  },
  webhooks: {
    name: 'webhooks',
    code: 'WEBHOOK_GIVEN_UP',
    ended: 'No webhook is switched off because its receiver accepts nothing.',
  },
  backup: { name: 'scheduled backup', code: 'BACKUP_FAILED', ended: 'The scheduled backup works again.' },
} as const satisfies Record<string, FaultRow>;

export type FaultKind = keyof typeof FAULTS;
export const FAULT_KINDS = Object.keys(FAULTS) as FaultKind[];
export const isFaultKind = (text: unknown): text is FaultKind => FAULT_KINDS.includes(text as FaultKind);
export const faultRow = (kind: FaultKind): FaultRow => FAULTS[kind];

export interface FaultReport {
  /** A sentence for the operator. */
  readonly message: string;
  /** One of the kind's stages, where it has any. */
  readonly stage?: string | undefined;
}

/** The state of a present or past fault. */
export interface ControllerFault extends FaultReport {
  readonly kind: FaultKind;
  readonly active: boolean;
  /** Wall clock of its beginning or, once it has ended, of its end. */
  readonly since: Millis;
}

export type FaultListener = (fault: ControllerFault) => void;

/** Duration of a notice that is not repeated. */
const NOTICE_DURATION: Millis = 10 * 60_000;
/** A fault ends when it has been absent for this long; doubled for each time that it began within the hour before. */
const CLEAR_DELAY: Millis = 30_000;
const MAX_CLEAR_DELAY: Millis = 30 * 60_000;
const HOUR: Millis = 60 * 60_000;

interface FaultEntry {
  fault: ControllerFault;
  /** The worst stage reported since it began. */
  notifiedStage: string | undefined;
  /** Clock.uptime() since which it is absent; Infinity while it is reported. */
  absentFrom: Millis;
  /** Clock.uptime() of its beginnings in the last hour. */
  begun: Millis[];
}

/**
 * The faults of the controller itself: whatever detects one reports it here, and health, audit log, events and traps
 * read them here. A fault that comes and goes is reported less and less often.
 */
@Injectable()
export class ControllerFaults {
  readonly #logger = new Logger('ControllerFaults');
  readonly #entries = new Map<FaultKind, FaultEntry>();
  readonly #listeners: FaultListener[] = [];

  constructor(private readonly clock: Clock) {}

  /** The active faults, in the order of their kinds. */
  get active(): readonly ControllerFault[] {
    if (this.#entries.size === 0) return [];
    return FAULT_KINDS.flatMap((kind) => this.of(kind) ?? []).filter(({ active }) => active);
  }

  /** The state of a fault; undefined when it has never occurred. */
  of(kind: FaultKind): ControllerFault | undefined {
    return this.#entries.get(kind)?.fault;
  }

  /** Calls the listener when a fault begins, becomes worse or ends. */
  onChange(listener: FaultListener): void {
    this.#listeners.push(listener);
  }

  /** Reports a fault. A repeated report changes only the message. */
  report(kind: FaultKind, report: FaultReport): void {
    this.#begin(kind, report, Infinity);
  }

  /** Reports an incident that has no end of its own; it counts as a fault for ten minutes. */
  notice(kind: FaultKind, message: string): void {
    this.#begin(kind, { message }, this.clock.uptime() + NOTICE_DURATION);
  }

  /** Reports that the fault is absent. It ends when it stays absent. */
  clear(kind: FaultKind): void {
    const entry = this.#entries.get(kind);
    if (entry && entry.absentFrom === Infinity) entry.absentFrom = this.clock.uptime();
  }

  /** Takes over the active faults of the previous run: they are not reported again, and end unless they recur. */
  takeOver(faults: readonly Omit<ControllerFault, 'active'>[]): void {
    const absentFrom = this.clock.uptime();
    for (const fault of faults) {
      if (!this.#entries.has(fault.kind)) {
        this.#entries.set(fault.kind, {
          fault: { ...fault, active: true },
          notifiedStage: fault.stage,
          absentFrom,
          begun: [absentFrom],
        });
      }
    }
  }

  /** Ends the faults that have been absent long enough. Called once a second. */
  endAbsent(): void {
    const uptime = this.clock.uptime();
    for (const [kind, entry] of this.#entries) {
      if (!entry.fault.active || uptime - entry.absentFrom < clearDelayOf(entry, uptime)) continue;
      entry.fault = { kind, active: false, since: this.clock.now(), message: faultRow(kind).ended };
      this.#notify(entry.fault);
    }
  }

  #begin(kind: FaultKind, { message, stage }: FaultReport, absentFrom: Millis): void {
    const uptime = this.clock.uptime();
    const entry = this.#entries.get(kind);
    const before = entry?.fault;
    const isSame = before?.active === true && !isWorse(kind, entry?.notifiedStage, stage);
    const since = isSame ? before.since : this.clock.now();
    const fault: ControllerFault = { kind, active: true, since, message, stage };
    const begun = entry?.begun.filter((at) => uptime - at < HOUR) ?? [];
    if (!before?.active) begun.push(uptime);
    this.#entries.set(kind, { fault, notifiedStage: isSame ? entry?.notifiedStage : stage, absentFrom, begun });
    if (!isSame) this.#notify(fault);
  }

  #notify(fault: ControllerFault): void {
    for (const listener of this.#listeners) {
      try {
        listener(fault);
      } catch (error) {
        this.#logger.error('A listener of faults failed.', error instanceof Error ? error.stack : error);
      }
    }
  }
}

const clearDelayOf = ({ begun }: FaultEntry, uptime: Millis): Millis => {
  const lately = begun.filter((at) => uptime - at < HOUR).length;
  return Math.min(MAX_CLEAR_DELAY, CLEAR_DELAY * 2 ** Math.max(0, lately - 1));
};

const isWorse = (kind: FaultKind, before: string | undefined, after: string | undefined): boolean => {
  const { stages = [] } = faultRow(kind);
  return stages.indexOf(after ?? '') > stages.indexOf(before ?? '');
};
