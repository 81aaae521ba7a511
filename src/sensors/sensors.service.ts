import { Injectable } from '@nestjs/common';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { SensorModel } from '../hardware/profiles/pdu-model.js';
import { RelayControl } from '../hardware/relay-control.service.js';
import type { ContactState, SensorReading } from '../hardware/snapshot.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import type { Access, CallerAt } from '../kernel/access.js';
import { causeOf, type Cause } from '../kernel/cause.js';
import { ApiError } from '../kernel/errors.js';
import { refuseOtherId } from '../kernel/own-id.js';
import { PreparedAnswers, type PreparedAnswer } from '../kernel/prepared.js';
import { CommandQueue } from '../power-cycles/command-queue.service.js';
import { SensorLabels } from './sensor-labels.service.js';
import { planOf } from './sensor-plan.js';
import type { UpdateSensorDto } from './sensor.dto.js';
import { sensorView, type SensorView } from './sensor.view.js';

/** The accessory ports: temperature and humidity sensors, smart I/O hubs. */
@Injectable()
export class SensorsService {
  readonly #list = new PreparedAnswers(
    'sensors',
    () => this.store.revision,
    () => this.driver.model.sensors.map((sensor) => this.#view(sensor)),
  );

  constructor(
    private readonly driver: PduDriver,
    private readonly store: SnapshotStore,
    private readonly relays: RelayControl,
    private readonly labels: SensorLabels,
    private readonly queue: CommandQueue,
  ) {}

  /** Throws SENSOR_UNKNOWN. */
  find(id: string): SensorModel {
    const sensor = this.driver.model.sensors.find((each) => each.id === id);
    if (!sensor) throw new ApiError('SENSOR_UNKNOWN', id);
    return sensor;
  }

  /** All accessory ports as JSON, serialised once for all who ask. */
  prepared(access: Access): PreparedAnswer {
    return this.#list.for(access);
  }

  read(id: string): SensorView {
    return this.#view(this.find(id));
  }

  /** Checks everything, then switches, then names: what fails most often is done before anything is kept. */
  async update(id: string, change: UpdateSensorDto, caller: CallerAt): Promise<SensorView> {
    const sensor = this.find(id);
    refuseOtherId(change.id, sensor.id);
    const { relays, vdcOutput, labels } = planOf(sensor, this.#reading(sensor), change);
    const cause = causeOf(caller);
    return this.queue.run({ caller, switches: relays.length > 0 || vdcOutput !== undefined }, async () => {
      if (!caller.access.can('modifyPortSettings')) throw new ApiError('NOT_ALLOWED', 'modifyPortSettings');
      for (const { index, state } of relays) await this.relays.switchHubRelay(sensor.port, index, state, cause);
      if (vdcOutput !== undefined) await this.relays.setVdcOutput(sensor.port, vdcOutput, cause);
      if (labels.length > 0) await this.labels.change(id, labels, cause);
      return this.#view(sensor);
    });
  }

  /** Switches an output relay of the hub on `port` for an automation. Throws like {@link update}, and RELAY_FAULT. */
  async command(port: string, index: number, state: ContactState, cause: Cause): Promise<void> {
    const sensor = this.driver.model.sensors.find((each) => each.port === port);
    if (!sensor) throw new ApiError('SENSOR_UNKNOWN', port);
    const { relays } = planOf(sensor, this.#reading(sensor), { outputRelays: [{ index, state }] });
    await this.queue.automated(async () => {
      for (const relay of relays) await this.relays.switchHubRelay(sensor.port, relay.index, relay.state, cause);
    });
  }

  #reading({ position, port, kind }: SensorModel): SensorReading {
    const away = { port, kind, connected: false, relays: [], inputs: [] };
    return this.store.current.sensors[position] ?? away;
  }

  #view(sensor: SensorModel): SensorView {
    return sensorView(sensor, (part, index) => this.labels.of(sensor.id, part, index), this.#reading(sensor));
  }
}
