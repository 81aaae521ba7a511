import { Injectable } from '@nestjs/common';
import type { Millis } from '../../common/clock.js';
import type { Watts } from '../../common/units.js';
import type { Severity } from '../../fleet-wire/messages.js';
import type { Pdu } from './pdu.entity.js';

/** The number of open alarms of each severity. */
export type AlarmCounts = Readonly<Record<Severity, number>>;
export const NO_ALARMS: AlarmCounts = { critical: 0, warning: 0, info: 0 };

/** The members of the list of PDUs that modules know besides their rows; null for what is not known. */
export interface KnownFacts {
  readonly online: boolean | null;
  /** Wall clock of its last message, ms. */
  readonly lastSeen: Millis | null;
  readonly watts: Watts | null;
  /** Wall clock at which the readings of that power came, ms. */
  readonly wattsAt: Millis | null;
  readonly outletsOn: number | null;
  readonly outlets: number | null;
  /** The version of its software, by its newest hello. */
  readonly release: string | null;
  /** Wall clock of the last time that its connection was ended because it has sent too much, ms. */
  readonly floodedAt: Millis | null;
  /** Wall clock of the last time that a second controller was seen to speak with its key, ms. */
  readonly keyCopiedAt: Millis | null;
  readonly alarms: AlarmCounts;
  /** The id of its newest event. */
  readonly newestEvent: number | null;
}

const UNKNOWN: KnownFacts = {
  online: null,
  lastSeen: null,
  watts: null,
  wattsAt: null,
  outletsOn: null,
  outlets: null,
  release: null,
  floodedAt: null,
  keyCopiedAt: null,
  alarms: NO_ALARMS,
  newestEvent: null,
};

/** The facts about each PDU of all modules, read at each question. */
@Injectable()
export class PduFacts {
  readonly #sources: ((pdu: Pdu) => Partial<KnownFacts>)[] = [];

  /** Registers a module that knows some of them. */
  register(source: (pdu: Pdu) => Partial<KnownFacts>): void {
    this.#sources.push(source);
  }

  of(pdu: Pdu): KnownFacts {
    return this.#sources.reduce<KnownFacts>((facts, source) => ({ ...facts, ...source(pdu) }), UNKNOWN);
  }
}
