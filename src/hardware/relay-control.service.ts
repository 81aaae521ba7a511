import { Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import type { Cause } from '../kernel/cause.js';
import { ApiError } from '../kernel/errors.js';
import { InTurn } from '../kernel/in-turn.js';
import type { SensorPort } from '../kernel/ids.js';
import type { OnOff } from '../kernel/units.js';
import { MeterPoller } from './meter-poller.service.js';
import { PduDriver } from './pdu.driver.js';
import { RelayIntents, type RelayChange } from './relay-intents.service.js';
import type { ContactState, Snapshot } from './snapshot.js';
import { SnapshotStore } from './snapshot.store.js';
import { hubMeasured, outletFault, relayOutputFault, type RelayFault } from './relay-verdict.js';

/**
 * The only way to a relay: every interface, group, schedule, action and power cycle switches here. One switching at a
 * time; the intent is durable before the relay moves; each ends with a fresh reading, which decides whether it worked.
 */
@Injectable()
export class RelayControl {
  readonly #inTurn = new InTurn();

  constructor(
    private readonly driver: PduDriver,
    private readonly poller: MeterPoller,
    private readonly store: SnapshotStore,
    private readonly intents: RelayIntents,
    private readonly db: Db,
    private readonly audit: AuditLog,
  ) {}

  /** The state last asked of an outlet or relay output; undefined for one that was never switched. */
  intended(relay: string): OnOff | undefined {
    return this.intents.of(relay);
  }

  /** Resolves when every switching asked for so far has ended. */
  settled(): Promise<void> {
    return this.#inTurn.run(async () => undefined);
  }

  /**
   * Switches outlets in the order given, as one switching. Afterwards the snapshot shows what the hardware measures.
   * Throws OUTLET_NOT_SWITCHABLE, HARDWARE_SILENT or RELAY_FAULT (of the first relay that did not follow).
   */
  switchOutlets(changes: readonly RelayChange[], cause: Cause): Promise<void> {
    const { outlets } = this.driver;
    if (!outlets) return refuse(new ApiError('OUTLET_NOT_SWITCHABLE', changes[0]?.id ?? ''));
    return this.#switch('outlet', changes, cause, () => outlets.setOutlets(changes), outletFault);
  }

  /** Switches one relay output. Throws RELAY_OUTPUTS_NOT_AVAILABLE, HARDWARE_SILENT or RELAY_FAULT. */
  switchRelayOutput(id: string, state: OnOff, cause: Cause): Promise<void> {
    const { relayOutputs } = this.driver;
    if (!relayOutputs) return refuse(new ApiError('RELAY_OUTPUTS_NOT_AVAILABLE'));
    const drive = () => relayOutputs.setRelayOutput(id, state);
    return this.#switch('relayOutput', [{ id, state }], cause, drive, relayOutputFault);
  }

  /** Opens or closes a relay of the I/O hub on `port`. Throws HARDWARE_SILENT or RELAY_FAULT. */
  switchHubRelay(port: SensorPort, index: number, state: ContactState, cause: Cause): Promise<void> {
    const { ioHub } = this.driver;
    if (!ioHub) return refuse(new ApiError('SENSOR_NOT_A_HUB', port, 'relays'));
    const drive = () => ioHub.setHubRelay(port, index, state);
    const fault = (now: Snapshot) => {
      const measured = hubMeasured(now, port)?.relays.find((relay) => relay.index === index)?.state;
      return measured === state ? undefined : { relay: `hub relay ${port}${index}`, asked: state, measured };
    };
    return this.#inTurn.run(async () => {
      await this.#record('hubRelay', `${port}${index}`, state, cause);
      await this.#drive(drive, `hub relay ${port}${index}`);
      this.#verify(fault(this.store.current));
    });
  }

  /** Switches the DC supply of the I/O hub on `port`. Throws HARDWARE_SILENT or RELAY_FAULT. */
  setVdcOutput(port: SensorPort, on: boolean, cause: Cause): Promise<void> {
    const { ioHub } = this.driver;
    if (!ioHub) return refuse(new ApiError('SENSOR_NOT_A_HUB', port, 'DC supply'));
    const asked = on ? 'ON' : 'OFF';
    return this.#inTurn.run(async () => {
      await this.#record('vdcOutput', port, asked, cause);
      await this.#drive(() => ioHub.setVdcOutput(port, on), `the DC supply of hub ${port}`);
      const measured = hubMeasured(this.store.current, port)?.vdcOutput;
      if (measured !== on) this.#verify({ relay: `the DC supply of hub ${port}`, asked, measured: String(measured) });
    });
  }

  #switch(
    kind: 'outlet' | 'relayOutput',
    changes: readonly RelayChange[],
    cause: Cause,
    drive: () => Promise<void>,
    faultOf: (now: Snapshot, change: RelayChange) => RelayFault | undefined,
  ): Promise<void> {
    return this.#inTurn.run(async () => {
      const before = new Map(changes.map(({ id }) => [id, stateOf(this.store.current, kind, id)]));
      await this.db.write(async () => {
        await this.intents.commit(changes);
        await this.audit.record(
          ...changes.map(({ id, state }) => ({
            kind: `${kind}.switch`,
            object: `${kind}:${id}`,
            cause,
            before: { state: before.get(id) },
            after: { state },
          })),
        );
      });
      try {
        await this.#drive(drive, changes.map(({ id }) => id).join(', '));
        for (const change of changes) this.#verify(faultOf(this.store.current, change));
      } catch (error) {
        await this.#recordFailure(kind, changes, cause, error);
        throw error;
      }
    });
  }

  /** Drives, then reads afresh; a drive that failed is read back too, because it may have been taken all the same. */
  async #drive(drive: () => Promise<void>, what: string): Promise<void> {
    const failed = await drive().then(
      () => false,
      () => true,
    );
    await this.poller.poll();
    if (failed || !this.store.current.fresh) throw new ApiError('HARDWARE_SILENT', what);
  }

  #verify(fault: RelayFault | undefined): void {
    if (fault) throw new ApiError('RELAY_FAULT', fault.relay, fault.asked, fault.measured ?? 'nothing');
  }

  async #record(kind: string, object: string, state: string, cause: Cause): Promise<void> {
    await this.audit.record({ kind: `${kind}.switch`, object: `${kind}:${object}`, cause, after: { state } });
  }

  /** The switching is told of before it happens; a failure is told of after. */
  async #recordFailure(kind: string, changes: readonly RelayChange[], cause: Cause, error: unknown): Promise<void> {
    const result = error instanceof ApiError ? error.code : 'INTERNAL_ERROR';
    const deeds = changes.map(({ id, state }) => ({
      kind: `${kind}.fault`,
      object: `${kind}:${id}`,
      cause,
      after: { asked: state, measured: stateOf(this.store.current, kind, id) },
      result,
    }));
    await this.audit.record(...deeds).catch(() => undefined); // the caller must hear of the relay, not of the log
  }
}

const refuse = (error: ApiError): Promise<never> => Promise.reject(error);

const stateOf = (snapshot: Snapshot, kind: string, id: string): OnOff | undefined =>
  (kind === 'outlet' ? snapshot.outlets : snapshot.relayOutputs).find((reading) => reading.id === id)?.state;
