import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.service.js';
import { IntentJournal } from '../hardware/intent-journal.js';
import { JournalTable } from '../hardware/journal-table.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import { RelayControl } from '../hardware/relay-control.service.js';
import type { Snapshot } from '../hardware/snapshot.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import type { Cause } from '../kernel/cause.js';
import type { Millis } from '../kernel/clock.js';
import type { OnOff } from '../kernel/units.js';
import { CommandQueue } from '../power-cycles/command-queue.service.js';
import { PowerCycles } from '../power-cycles/power-cycles.service.js';
import { SettingsStore } from '../settings/settings.store.js';
import { OutletSettings } from './outlet-settings.service.js';
import { PowerOnCount } from './power-on-count.entity.js';
import { stateAfterLoss } from './power-on-state.js';

const CAUSE: Cause = { kind: 'coldStart', who: 'cold start' };
const TABLE = new JournalTable('powerOnCount', PowerOnCount, 'id');
const OFF_ATTEMPTS = 3;
const TRY_AGAIN_AFTER: Millis = 10_000;

/**
 * When the PDU itself has been without mains (not the controller alone), brings every outlet to its power-on state: the
 * OFF ones at once, the ON ones one after another. The count of power-ons is stored together with the sequence that
 * answers it; a crash before that does all of it again, which changes nothing.
 */
@Injectable()
export class ColdStart implements OnModuleInit {
  readonly #logger = new Logger('ColdStart');
  #seen: number | undefined;
  #running = false;
  #notBefore: Millis = 0;

  constructor(
    private readonly driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly relays: RelayControl,
    private readonly cycles: PowerCycles,
    private readonly queue: CommandQueue,
    private readonly outlets: OutletSettings,
    private readonly settings: SettingsStore,
    private readonly journal: IntentJournal,
    private readonly audit: AuditLog,
  ) {
    journal.register(TABLE);
  }

  async onModuleInit(): Promise<void> {
    const [row] = await this.journal.all(TABLE);
    this.#seen = row?.count;
    this.snapshots.onSnapshot('coldStart', (now) => this.#look(now));
  }

  #look({ powerOnCount, fresh, uptime }: Snapshot): void {
    if (powerOnCount === this.#seen || powerOnCount === undefined || !fresh) return;
    if (this.#running || uptime < this.#notBefore) return;
    const isColdStart = this.#seen !== undefined && powerOnCount > this.#seen;
    this.#running = true;
    (isColdStart ? this.#powerUp(powerOnCount) : this.#adopt(powerOnCount))
      .catch((error: unknown) => {
        this.#notBefore = uptime + TRY_AGAIN_AFTER;
        this.#logger.error('The cold start could not be carried out and will be tried again.', error);
      })
      .finally(() => (this.#running = false));
  }

  /** The controller's first start, or another counter in place of the old one: nothing is known of a loss. */
  async #adopt(count: number): Promise<void> {
    await this.journal.commit([TABLE.store({ id: 1, count })]);
    this.#seen = count;
  }

  /** No power cycle moves meanwhile: those pending at the loss are over, or would break the sequence. */
  async #powerUp(count: number): Promise<void> {
    const switchable = this.driver.model.profile.outletSwitching ? this.driver.model.outlets : [];
    await this.cycles.paused(() =>
      this.queue.first(async () => {
        const states = new Map(switchable.map((outlet) => [outlet.id, this.#stateOf(outlet)]));
        const toBe = (state: OnOff) => [...states.keys()].filter((id) => states.get(id) === state);
        await this.#turnOff(toBe('OFF'));
        const delay = this.settings.get('deviceSequentialPowerUpDelay');
        const relays = toBe('ON');
        const turns = () => relays.map((relay, place) => ({ relay, wait: place * delay * 1000 }));
        const deed = { kind: 'device.coldStart', object: 'device', cause: CAUSE, after: Object.fromEntries(states) };
        await this.cycles.powerUp(
          { name: CAUSE.who, relays, delay, cause: CAUSE, turns },
          () => this.audit.record(deed),
          [TABLE.store({ id: 1, count })],
        );
      }),
    );
    this.#seen = count;
  }

  #stateOf(outlet: Parameters<OutletSettings['of']>[0]): OnOff {
    const before = { intended: this.relays.intended(outlet.id), willTurnOn: this.cycles.willTurnOn(outlet.id) };
    return stateAfterLoss(this.outlets.of(outlet).pwrOnState, before);
  }

  /** A relay that refuses to turn off must not keep the others from turning on. */
  async #turnOff(relays: readonly string[]): Promise<void> {
    if (relays.length === 0) return;
    const changes = relays.map((id) => ({ id, state: 'OFF' as const }));
    for (let attempt = 1; attempt <= OFF_ATTEMPTS; attempt++) {
      try {
        await this.cycles.switch(changes, CAUSE);
        return;
      } catch (error) {
        this.#logger.warn(`The cold start could not turn ${relays.join(', ')} off: ${String(error)}`);
      }
    }
  }
}
