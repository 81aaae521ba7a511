import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import type { Cause } from '../common/cause.js';
import { Clock, type Millis } from '../common/clock.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { OutletModel } from '../hardware/profiles/pdu-model.js';
import type { Snapshot } from '../hardware/snapshot.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { AutoPing } from '../probes/auto-ping.js';
import { OutletStore } from './outlet.store.js';
import type { Reachability } from './outlet.view.js';
import { PingRecord } from './ping-record.js';

/** The time for which a device that has been turned on need not answer. */
export const BOOT_TIME: Millis = 60_000;
const CAUSE: Cause = { kind: 'system', who: 'ping' };

/** An outlet with the address of its device. */
interface Watched {
  readonly outlet: OutletModel;
  readonly address: string;
  readonly record: PingRecord;
  /** Clock.uptime() since when the outlet has been on; undefined while it is off. */
  onSince: Millis | undefined;
}

/** Pings the devices behind the outlets, and knows which of them can be reached. */
@Injectable()
export class ReachabilityService implements OnModuleInit {
  #watched = new Map<string, Watched>();
  readonly #listeners: ((outletId: string) => void)[] = [];

  constructor(
    private readonly driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly settings: OutletStore,
    private readonly pings: AutoPing,
    private readonly audit: AuditLogService,
    private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.settings.load();
    this.#watch();
    this.settings.onChange((changes) => {
      if (changes.some(({ before, after }) => before?.device?.address !== after?.device?.address)) this.#watch();
    });
    this.pings.onAnswer((address, answered) => this.#answered(address, answered));
    this.snapshots.onTick('rules', (now) => this.#onTick(now));
  }

  /** The state of the device of an outlet; undefined while it is not known, or nobody has said where the device is. */
  of(outletId: string): Reachability | undefined {
    return this.#watched.get(outletId)?.record.shown;
  }

  /** Calls back when what is shown of an outlet has changed. */
  onChange(listener: (outletId: string) => void): void {
    this.#listeners.push(listener);
  }

  /** Watches the addresses of now; of an outlet whose address is another one nothing is known. */
  #watch(): void {
    const before = this.#watched;
    this.#watched = new Map();
    for (const { id, device } of this.settings.all()) {
      const outlet = this.driver.model.outlet(id);
      if (!outlet || device?.address === undefined) continue;
      const known = before.get(outlet.id);
      const fresh = { outlet, address: device.address, record: new PingRecord(), onSince: undefined };
      this.#watched.set(outlet.id, known?.address === device.address ? known : fresh);
    }
    this.pings.watchDevices(new Set([...this.#watched.values()].map(({ address }) => address)));
  }

  /** An outlet whose state is not measured is taken to be on. */
  #onTick({ outlets, fresh, uptime }: Snapshot): void {
    if (!fresh) return;
    for (const watched of this.#watched.values()) {
      if (outlets[watched.outlet.position]?.state !== 'OFF') watched.onSince ??= uptime;
      else {
        watched.onSince = undefined;
        if (watched.record.powerLost()) this.#changed(watched.outlet);
      }
    }
  }

  /** Answers whether the next ping to this address is needed soon. */
  #answered(address: string, answered: boolean | undefined): boolean {
    const uptime = this.clock.uptime();
    let isInDoubt = false;
    for (const { address: own, outlet, record, onSince } of this.#watched.values()) {
      if (own !== address) continue;
      const { shown } = record;
      const isPowered = onSince !== undefined && uptime - onSince >= BOOT_TIME;
      const change = record.answer(answered, isPowered, this.clock.now());
      if (shown !== record.shown) this.#changed(outlet);
      if (change) {
        const [before, after] = [{ reachable: change.before }, { reachable: change.after }];
        void this.audit.tryToRecord({
          kind: 'outlet.reachability',
          object: `outlet:${outlet.id}`,
          cause: CAUSE,
          before,
          after,
        });
      }
      isInDoubt ||= record.isInDoubt;
    }
    return isInDoubt;
  }

  #changed({ id }: OutletModel): void {
    this.snapshots.touch();
    for (const listener of this.#listeners) listener(id);
  }
}
