import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { byId, partTitle } from '../hardware/part-title.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { SensorModel } from '../hardware/profiles/pdu-model.js';
import type { ContactState, SensorReading } from '../hardware/snapshot.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { assertAllowed, type Access, type CallerWithAddress } from '../common/access.js';
import { causeOf, type Cause } from '../common/cause.js';
import { ApiError } from '../common/errors.js';
import { assertOwnId } from '../common/dto-decorators.js';
import { CachedResponses, type CachedResponse } from '../common/cached-response.js';
import { SwitchingService } from '../switching/switching.service.js';
import { SensorLabelStore } from './sensor-label.store.js';
import { checkSensorChange } from './sensor-change.js';
import type { UpdateSensorDto } from './sensor.dto.js';
import { defaultSensorName, sensorView, type SensorView } from './sensor.view.js';

/** The accessory ports: temperature and humidity sensors, smart I/O hubs. */
@Injectable()
export class SensorsService {
  readonly #list = new CachedResponses(
    'sensors',
    () => this.store.revision,
    () => this.driver.model.sensors.map((sensor) => this.view(sensor)),
  );

  constructor(
    private readonly driver: PduDriver,
    private readonly store: SnapshotStore,
    private readonly labels: SensorLabelStore,
    private readonly switching: SwitchingService,
    audit: AuditLogService,
  ) {
    const known = (id: string) => driver.model.sensors.find((each) => each.id === id);
    audit.nameObjects(
      'sensor',
      byId(known, (sensor) => this.view(sensor).sensorName),
      byId(known, (sensor) => partTitle(defaultSensorName(sensor), labels.labelOf(sensor.id, 'sensor', 0).name)),
    );
  }

  /** Throws SENSOR_UNKNOWN. */
  find(id: string): SensorModel {
    const sensor = this.driver.model.sensors.find((each) => each.id === id);
    if (!sensor) throw new ApiError('SENSOR_UNKNOWN', id);
    return sensor;
  }

  /** All accessory ports as JSON, serialised once for all who ask. */
  prepared(access: Access): CachedResponse {
    return this.#list.for(access);
  }

  view(sensor: SensorModel): SensorView {
    return sensorView(sensor, (part, index) => this.labels.labelOf(sensor.id, part, index), this.#reading(sensor));
  }

  /** Checks everything, then switches, then names: what fails most often is done before anything is stored. */
  async update(sensor: SensorModel, change: UpdateSensorDto, caller: CallerWithAddress): Promise<SensorView> {
    for (const sent of [change.id, change.sensorId]) assertOwnId(sent, sensor.id);
    const { relays, vdcOutput, labels } = checkSensorChange(sensor, this.#reading(sensor), change);
    const cause = causeOf(caller, change);
    const switches = relays.length > 0 || vdcOutput !== undefined;
    return this.switching.run({ caller, switches }, async (commands) => {
      assertAllowed(caller.access, 'modifyPortSettings');
      for (const { index, state } of relays) await commands.switchHubRelay(sensor.port, index, state, cause);
      if (vdcOutput !== undefined) await commands.setVdcOutput(sensor.port, vdcOutput, cause);
      if (labels.length > 0) await this.labels.change(sensor.id, labels, cause);
      return this.view(sensor);
    });
  }

  /** Switches an output relay of the hub on `port` for an automation. Throws like {@link update}, and RELAY_FAULT. */
  async command(port: string, index: number, state: ContactState, cause: Cause): Promise<void> {
    const sensor = this.driver.model.sensors.find((each) => each.port === port);
    if (!sensor) throw new ApiError('SENSOR_UNKNOWN', port);
    const { relays } = checkSensorChange(sensor, this.#reading(sensor), { outputRelays: [{ index, state }] });
    await this.switching.automated(async (commands) => {
      for (const relay of relays) await commands.switchHubRelay(sensor.port, relay.index, relay.state, cause);
    });
  }

  #reading({ position, port, kind }: SensorModel): SensorReading {
    const away = { port, kind, connected: false, relays: [], inputs: [] };
    return this.store.current.sensors[position] ?? away;
  }
}
