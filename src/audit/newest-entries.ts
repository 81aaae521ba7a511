import { Injectable } from '@nestjs/common';
import type { Millis } from '../common/clock.js';
import { AuditLogService } from './audit-log.service.js';

/** Kinds of entries about the hardware and the controller themselves. */
export const FACTS = [
  'bank.breakerTripped',
  'bank.breakerClosed',
  'inlet.mainsLost',
  'inlet.mainsBack',
  'inlet.transfer',
  'sensor.connected',
  'sensor.disconnected',
  'outlet.reachability',
  'controller.fault',
  'controller.recovered',
] as const;
export const SWITCHINGS = ['outlet.switch', 'relayOutput.switch'] as const;

/**
 * Kinds of entries that others follow from. Their objects are parts of the PDU and the faults of the controller, so what
 * is remembered of them is bounded.
 */
const REMEMBERED = [...SWITCHINGS, ...FACTS] as const;
export type RememberedKind = (typeof REMEMBERED)[number];

/** The newest entry of each object and kind since the start: the candidates for what led to a change. */
@Injectable()
export class NewestEntries {
  readonly #kinds: ReadonlySet<string> = new Set(REMEMBERED);
  readonly #entries = new Map<string, { readonly id: number; readonly at: Millis }>();

  constructor(audit: AuditLogService) {
    audit.onRecord(({ id, kind, object, at }) => {
      if (id > 0 && this.#kinds.has(kind)) this.#entries.set(`${kind} ${object}`, { id, at });
    });
  }

  /**
   * The id of the newest entry of one of these kinds about one of these objects (`resource:id`) that was written at or
   * after a moment (wall clock); undefined without one.
   */
  since(moment: Millis, kinds: readonly RememberedKind[], objects: readonly string[]): number | undefined {
    let newest: number | undefined;
    for (const object of objects) {
      for (const kind of kinds) {
        const entry = this.#entries.get(`${kind} ${object}`);
        if (entry && entry.at >= moment && entry.id > (newest ?? 0)) newest = entry.id;
      }
    }
    return newest;
  }
}
