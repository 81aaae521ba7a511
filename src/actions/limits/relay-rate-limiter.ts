import { Injectable, Logger } from '@nestjs/common';
import { AuditLogService } from '../../audit/audit-log.service.js';
import { SnapshotStore } from '../../hardware/snapshot.store.js';
import type { Cause } from '../../common/cause.js';
import { Clock, type Millis } from '../../common/clock.js';
import { isRelayOutputId } from '../../common/ids.js';
import { SwitchingService } from '../../switching/switching.service.js';
import type { Move, Moves } from '../catalogue/row.js';
import { MAX_TRANSITIONS, RelayRateWindow } from './relay-rate-window.js';

/** A relay that automations have to leave alone. */
export interface RelayPause {
  /** Outlet id, relay output id, or sensor id and index of a relay of an I/O hub. */
  readonly relay: string;
  /** Wall clock. */
  readonly until: Millis;
}

/** Either what keeps a move from being made, or how to say that it was not made after all. */
export type RelayPermit = { readonly pause: RelayPause } | { readonly takeBack: () => void };

const CAUSE: Cause = { kind: 'system', who: 'automation' };

/**
 * Bounds how often automations move one relay, whichever events and actions do it. Who switches by hand is not counted
 * and never held up; that does not end a pause, which would only set the loop going again.
 */
@Injectable()
export class RelayRateLimiter {
  readonly #logger = new Logger('Actions');
  readonly #window = new Map<string, RelayRateWindow>();

  constructor(
    private readonly switching: SwitchingService,
    private readonly snapshots: SnapshotStore,
    private readonly audit: AuditLogService,
    private readonly clock: Clock,
  ) {}

  /** Asks to move relays now: all of them or, when one is paused or becomes it by this, none. */
  request({ objects, part, move }: Moves): RelayPermit {
    const now = this.clock.uptime();
    const asked = objects.map((object) => {
      const relay = part === undefined ? object : `${object}:${part}`;
      return { relay, window: this.#windowOf(relay), transitions: this.#transitions(object, part, move) };
    });
    for (const { relay, window, transitions } of asked) {
      if (transitions > 0 && window.pausedUntil(now) === undefined && !window.allows(transitions, now)) {
        this.#startPause(relay, window, now);
      }
    }
    const paused = asked.find(({ window, transitions }) => transitions > 0 && window.pausedUntil(now) !== undefined);
    if (paused) return { pause: this.#pauseOf(paused.relay, paused.window) as RelayPause };
    const takeBacks = asked.map(({ window, transitions }) => window.record(transitions, now));
    return { takeBack: () => takeBacks.forEach((takeBack) => takeBack()) };
  }

  /** The pauses of these relays now. */
  of({ objects, part }: Pick<Moves, 'objects' | 'part'>): RelayPause[] {
    return objects.flatMap((object) => {
      const relay = part === undefined ? object : `${object}:${part}`;
      const window = this.#window.get(relay);
      return (window && this.#pauseOf(relay, window)) ?? [];
    });
  }

  #startPause(relay: string, window: RelayRateWindow, now: Millis): void {
    const until = new Date(this.clock.now() + window.pause(now) - now).toISOString();
    this.#logger.warn(`Automations leave ${relay} alone until ${until}: ${MAX_TRANSITIONS} moves in a minute.`);
    const after = { until, movesInAMinute: MAX_TRANSITIONS };
    void this.audit.tryToRecord({ kind: 'automation.pause', object: objectOf(relay), cause: CAUSE, after });
  }

  #pauseOf(relay: string, window: RelayRateWindow): RelayPause | undefined {
    const now = this.clock.uptime();
    const until = window.pausedUntil(now);
    return until === undefined ? undefined : { relay, until: this.clock.now() + until - now };
  }

  #windowOf(relay: string): RelayRateWindow {
    const window = this.#window.get(relay) ?? new RelayRateWindow();
    this.#window.set(relay, window);
    return window;
  }

  /** The number of relay transitions that a command makes. A relay that cannot be read counts as in the other state. */
  #transitions(object: string, part: number | undefined, move: Move): number {
    const state = this.#stateOf(object, part);
    if (move !== 'REBOOT') return state === move ? 0 : 1;
    if (this.switching.willTurnOn(object)) return 0;
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
