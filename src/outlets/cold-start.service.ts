import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { NewestEntries } from '../audit/newest-entries.js';
import type { Cause } from '../common/cause.js';
import { Clock, type Millis } from '../common/clock.js';
import type { OnOff } from '../common/units.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import { PowerOnCount, type CountChange } from '../hardware/power-on-count.js';
import { IntentJournal } from '../hardware/relays/intent-journal.js';
import { JournalTable } from '../hardware/relays/journal-table.js';
import { RelayIntentStore } from '../hardware/relays/relay-intent.store.js';
import type { Snapshot } from '../hardware/snapshot.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { SettingsStore } from '../settings/settings.store.js';
import type { RelayCommands } from '../switching/relay-commands.js';
import { SwitchingService } from '../switching/switching.service.js';
import { type PowerOnState, PowerOnCountEntity } from './outlet.entity.js';
import { OutletStore } from './outlet.store.js';

/** The state of an outlet before the PDU lost its mains. */
export interface BeforeLoss {
  /** The last state that it was known to have; undefined for one that was never switched. */
  readonly confirmed: OnOff | undefined;
  /** A reboot was going to turn it on. */
  readonly willTurnOn: boolean;
}

/** The state an outlet takes when the PDU has mains again. */
export function stateAfterLoss(pwrOnState: PowerOnState, { confirmed, willTurnOn }: BeforeLoss): OnOff {
  if (pwrOnState !== 'PREV') return pwrOnState;
  return willTurnOn ? 'ON' : (confirmed ?? 'ON');
}

const CAUSE: Cause = { kind: 'coldStart', who: 'cold start' };
const TABLE = new JournalTable('powerOnCount', PowerOnCountEntity, 'id');
const OFF_ATTEMPTS = 3;
/** The mains that are back within this time are those whose loss the cold start answers. */
const SINCE_MAINS: Millis = 60_000;
const RETRY_AFTER: Millis = 10_000;

/**
 * Brings every outlet to its power-on state after the PDU itself (not the controller alone) has been without mains: the
 * OFF ones at once, the ON ones one after another. The count of power-ons is stored together with the sequence that
 * answers it; a crash before that does all of it again, which changes nothing.
 */
@Injectable()
export class ColdStartService implements OnModuleInit {
  readonly #logger = new Logger('ColdStart');
  readonly #count = new PowerOnCount();
  #hasTakenOver = false;
  #running = false;
  #notBefore: Millis = 0;

  constructor(
    private readonly driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly intents: RelayIntentStore,
    private readonly switching: SwitchingService,
    private readonly outlets: OutletStore,
    private readonly settings: SettingsStore,
    private readonly journal: IntentJournal,
    private readonly entries: NewestEntries,
    private readonly clock: Clock,
  ) {
    journal.register(TABLE);
  }

  async onModuleInit(): Promise<void> {
    const [row] = await this.journal.all(TABLE);
    this.#count.seen = row?.count;
    this.snapshots.onTick('powerLoss', (now) => this.#onTick(now));
  }

  #onTick({ powerOnCount, fresh, uptime }: Snapshot): void {
    if (powerOnCount === undefined || !fresh) return;
    const change = this.#count.changeAt(powerOnCount, uptime);
    if (this.#running || uptime < this.#notBefore) return;
    const work = this.#workFor(powerOnCount, change);
    if (!work) return;
    this.#running = true;
    work
      .then(() => (this.#hasTakenOver = true))
      .catch((error: unknown) => {
        this.#notBefore = uptime + RETRY_AFTER;
        this.#logger.error('The cold start could not be carried out and will be tried again.', error);
      })
      .finally(() => (this.#running = false));
  }

  /** The work after a change of the count; without one, the relays are taken over once. */
  #workFor(count: number, change: CountChange | undefined): Promise<void> | undefined {
    if (change) return change === 'powerOn' ? this.#powerUp(count) : this.#adopt(count);
    if (this.#hasTakenOver || count !== this.#count.seen) return undefined;
    return this.switching.first((commands) => commands.takeOver());
  }

  /** The controller's first start, or another counter in place of the old one: nothing is known of a loss. */
  async #adopt(count: number): Promise<void> {
    await this.journal.commit([TABLE.upsert({ id: 1, count })]);
    this.#count.seen = count;
  }

  /** No power cycle moves meanwhile: those pending at the loss are over, or would break the sequence. */
  async #powerUp(count: number): Promise<void> {
    const switchable = this.driver.model.profile.outletSwitching ? this.driver.model.outlets : [];
    await this.switching.firstWhilePaused(async (commands) => {
      const states = new Map(switchable.map((outlet) => [outlet.id, this.#stateOf(outlet)]));
      const toBe = (state: OnOff) => [...states.keys()].filter((id) => states.get(id) === state);
      await this.#turnOff(commands, toBe('OFF'), this.#mainsBack());
      const delay = this.settings.get('deviceSequentialPowerUpDelay');
      const relays = toBe('ON');
      const steps = () => relays.map((relay, place) => ({ relay, wait: place * delay * 1000 }));
      const after = Object.fromEntries(states);
      const auditRecord = { kind: 'device.coldStart', object: 'device', cause: CAUSE, after, ledBy: this.#mainsBack };
      await commands.powerUp({ name: CAUSE.who, relays, delay, cause: CAUSE, auditRecord, steps }, [
        TABLE.upsert({ id: 1, count }),
      ]);
    });
    this.#count.seen = count;
  }

  /** The entry of the mains that came back. */
  readonly #mainsBack = (): number | undefined => {
    const inlets = this.driver.model.inlets.map(({ id }) => `inlet:${id}`);
    return this.entries.since(this.clock.now() - SINCE_MAINS, ['inlet.mainsBack'], inlets);
  };

  #stateOf(outlet: Parameters<OutletStore['of']>[0]): OnOff {
    const before = {
      confirmed: this.intents.confirmedState(outlet.id),
      willTurnOn: this.switching.willTurnOn(outlet.id),
    };
    return stateAfterLoss(this.outlets.of(outlet).pwrOnState, before);
  }

  /** A relay that refuses to turn off must not keep the others from turning on. */
  async #turnOff(commands: RelayCommands, relays: readonly string[], entry: number | undefined): Promise<void> {
    if (relays.length === 0) return;
    const changes = relays.map((id) => ({ id, state: 'OFF' as const }));
    for (let attempt = 1; attempt <= OFF_ATTEMPTS; attempt++) {
      try {
        await commands.switch(changes, { ...CAUSE, entry });
        return;
      } catch (error) {
        this.#logger.warn(`The cold start could not turn ${relays.join(', ')} off: ${String(error)}`);
      }
    }
  }
}
