import { Injectable, Logger } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.service.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import type { Cause } from '../kernel/cause.js';
import { Clock, type Millis } from '../kernel/clock.js';
import { isRelayOutputId } from '../kernel/ids.js';
import { PowerCycles } from '../power-cycles/power-cycles.service.js';
import type { Move, Moves } from './catalogue/row.js';
import { MOST_TRANSITIONS, RelayWear } from './relay-wear.js';

/** A relay that automations have to leave alone. */
export interface RelayPause {
  /** Outlet id, relay output id, or sensor id and index of a relay of an I/O hub. */
  readonly relay: string;
  /** Wall clock. */
  readonly until: Millis;
}

/** Either what keeps a move from being made, or how to say that it was not made after all. */
export type Leave = { readonly pause: RelayPause } | { readonly takeBack: () => void };

const CAUSE: Cause = { kind: 'system', who: 'automation' };

/**
 * Bounds how often automations move one relay, whichever events and actions do it. Who switches by hand is not counted
 * and never held up; that does not end a pause, which would only set the loop going again.
 */
@Injectable()
export class RelayPauses {
  readonly #logger = new Logger('Actions');
  readonly #wear = new Map<string, RelayWear>();

  constructor(
    private readonly cycles: PowerCycles,
    private readonly snapshots: SnapshotStore,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Asks to move relays now: all of them or, when one is paused or becomes it by this, none. */
  ask({ objects, part, move }: Moves): Leave {
    const now = this.clock.uptime();
    const asked = objects.map((object) => {
      const relay = part === undefined ? object : `${object}:${part}`;
      return { relay, wear: this.#wearOf(relay), transitions: this.#transitions(object, part, move) };
    });
    for (const { relay, wear, transitions } of asked) {
      if (transitions > 0 && wear.pausedUntil(now) === undefined && !wear.hasRoomFor(transitions, now)) {
        this.#begin(relay, wear, now);
      }
    }
    const paused = asked.find(({ wear, transitions }) => transitions > 0 && wear.pausedUntil(now) !== undefined);
    if (paused) return { pause: this.#pauseOf(paused.relay, paused.wear) as RelayPause };
    const takeBacks = asked.map(({ wear, transitions }) => wear.count(transitions, now));
    return { takeBack: () => takeBacks.forEach((takeBack) => takeBack()) };
  }

  /** The pauses of these relays now. */
  of({ objects, part }: Pick<Moves, 'objects' | 'part'>): RelayPause[] {
    return objects.flatMap((object) => {
      const relay = part === undefined ? object : `${object}:${part}`;
      const wear = this.#wear.get(relay);
      return (wear && this.#pauseOf(relay, wear)) ?? [];
    });
  }

  #begin(relay: string, wear: RelayWear, now: Millis): void {
    const until = new Date(this.clock.now() + wear.pause(now) - now).toISOString();
    this.#logger.warn(`Automations leave ${relay} alone until ${until}: ${MOST_TRANSITIONS} moves in a minute.`);
    const after = { until, movesInAMinute: MOST_TRANSITIONS };
    void this.audit.tryToRecord({ kind: 'automation.pause', object: objectOf(relay), cause: CAUSE, after });
  }

  #pauseOf(relay: string, wear: RelayWear): RelayPause | undefined {
    const now = this.clock.uptime();
    const until = wear.pausedUntil(now);
    return until === undefined ? undefined : { relay, until: this.clock.now() + until - now };
  }

  #wearOf(relay: string): RelayWear {
    const wear = this.#wear.get(relay) ?? new RelayWear();
    this.#wear.set(relay, wear);
    return wear;
  }

  /** What a command changes nothing of wears nothing out. A relay that cannot be read counts as in the other state. */
  #transitions(object: string, part: number | undefined, move: Move): number {
    const state = this.#stateOf(object, part);
    if (move !== 'REBOOT') return state === move ? 0 : 1;
    if (this.cycles.willTurnOn(object)) return 0;
    return state === 'OFF' ? 1 : 2;
  }

  #stateOf(object: string, part: number | undefined): Move | undefined {
    const { outlets, relayOutputs, sensors, fresh } = this.snapshots.current;
    if (!fresh) return undefined;
    if (part === undefined) {
      return (isRelayOutputId(object) ? relayOutputs : outlets).find(({ id }) => id === object)?.state;
    }
    const hub = sensors.find(({ port }) => object.startsWith(`S${port}-`));
    return hub?.kind === 'dio_hub' ? hub.relays.find(({ index }) => index === part)?.state : undefined;
  }
}

const objectOf = (relay: string): string =>
  relay.includes(':') ? `sensor:${relay}` : `${isRelayOutputId(relay) ? 'relayOutput' : 'outlet'}:${relay}`;
