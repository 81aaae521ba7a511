import { hasMains } from '../../../hardware/mains.js';
import type { PduModel } from '../../../hardware/profiles/pdu-model.js';
import type { Snapshot } from '../../../hardware/snapshot.js';
import { ROOT } from '../../protocol/provider.js';
import { pduPath, sensorUri } from '../../resources/common.js';
import type { RedfishEvent } from '../event-record.js';

/** A state of the hardware that is true or false, with the event of its change. */
interface Watched {
  readonly key: string;
  /** Undefined while the state is not known. */
  readonly state: boolean | undefined;
  readonly event: (state: boolean) => RedfishEvent;
}

/**
 * Events of what changes from one reading to the next. A state that is unknown for a while is compared with the last
 * one that was known.
 */
export class ReadingEvents {
  readonly #known = new Map<string, boolean>();
  readonly #pdu: string;

  constructor(private readonly model: PduModel) {
    this.#pdu = `${ROOT}${pduPath(model)}`;
  }

  /** The events of a reading; none of the first one. */
  next(now: Snapshot): RedfishEvent[] {
    const events: RedfishEvent[] = [];
    for (const { key, state, event } of this.#watched(now)) {
      if (state === undefined) continue;
      const before = this.#known.get(key);
      if (before === state) continue;
      this.#known.set(key, state);
      if (before !== undefined) events.push(event(state));
    }
    return events;
  }

  *#watched(now: Snapshot): Generator<Watched> {
    yield* this.#outlets(now);
    yield* this.#banks(now);
    yield* this.#inlets(now);
    yield* this.#sensors(now);
  }

  *#outlets({ outlets }: Snapshot): Generator<Watched> {
    for (const { id, index, position } of this.model.outlets) {
      const state = outlets[position]?.state;
      yield {
        key: `outlet ${id}`,
        state: state === undefined ? undefined : state === 'ON',
        event: (isOn) => ({
          message: isOn ? 'Power.1.2.OutletPoweredOn' : 'Power.1.2.OutletPoweredOff',
          args: [String(index)],
          origin: `${this.#pdu}/Outlets/${index}`,
          type: 'Outlet',
          needs: [`outlet:${id}`],
        }),
      };
    }
  }

  *#banks({ banks }: Snapshot): Generator<Watched> {
    for (const { id, position } of this.model.banks) {
      yield {
        key: `bank ${id}`,
        state: banks[position]?.breakerClosed,
        event: (isClosed) => ({
          message: isClosed ? 'Power.1.2.BreakerReset' : 'Power.1.2.BreakerTripped',
          args: [id],
          origin: `${this.#pdu}/Branches/${id}`,
          type: 'Circuit',
          needs: ['viewBankStats'],
        }),
      };
    }
  }

  *#inlets({ inlets }: Snapshot): Generator<Watched> {
    for (const { id, position } of this.model.inlets) {
      const reading = inlets[position];
      const number = String(position + 1);
      yield {
        key: `inlet ${id}`,
        state: reading && hasMains(reading),
        event: (isLive) => ({
          message: isLive ? 'Power.1.2.LineInputPowerRestored' : 'Power.1.2.LossOfInputPower',
          args: [number],
          origin: `${this.#pdu}/Mains/${number}`,
          type: 'Circuit',
          needs: ['viewInletStats'],
        }),
      };
    }
  }

  *#sensors({ sensors }: Snapshot): Generator<Watched> {
    for (const { id, port, position, kind } of this.model.sensors) {
      if (kind !== 'temp_hum') continue; // the service has no sensors of others
      const sensor = `Port${port}Temperature`;
      yield {
        key: `sensor ${id}`,
        state: sensors[position]?.connected,
        event: (isConnected) => ({
          message: isConnected ? 'SensorEvent.1.1.SensorConnected' : 'SensorEvent.1.1.SensorDisconnected',
          args: [sensor],
          origin: sensorUri(sensor),
          type: 'Sensor',
          needs: ['viewPortInfo'],
        }),
      };
    }
  }
}
