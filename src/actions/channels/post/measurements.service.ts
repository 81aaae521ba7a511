import { Injectable } from '@nestjs/common';
import { BanksService } from '../../../banks/banks.service.js';
import { PduDriver } from '../../../hardware/pdu.driver.js';
import { InletsService } from '../../../inlets/inlets.service.js';
import { Access, OUTLET_LISTS, PERMISSION_FLAGS, type Permissions } from '../../../common/access.js';
import { OutletsService } from '../../../outlets/outlets.service.js';
import { SensorsService } from '../../../sensors/sensors.service.js';
import type { Measurements, PostStats } from './post.message.js';

/** A message carries what its maker chose to whom he chose: the controller itself sees everything. */
const FULL_ACCESS = new Access(
  Object.fromEntries([
    ...PERMISSION_FLAGS.map((flag) => [flag, true]),
    ...OUTLET_LISTS.map((list) => [list, []]),
  ]) as Permissions,
  true,
);

/** The measurements of now as the API answers them, for a message that carries them. */
@Injectable()
export class MeasurementsService {
  constructor(
    private readonly driver: PduDriver,
    private readonly inlets: InletsService,
    private readonly banks: BanksService,
    private readonly sensors: SensorsService,
    private readonly outlets: OutletsService,
  ) {}

  of(stats: PostStats): Measurements {
    const { model } = this.driver;
    switch (stats) {
      case 'none':
        return {};
      case 'inlets':
        return { inlets: model.inlets.map((inlet) => this.inlets.view(inlet)) };
      case 'circuits':
        return { circuits: model.banks.map((bank) => this.banks.view(bank)) };
      case 'sensors':
        return { sensors: model.sensors.map((sensor) => this.sensors.view(sensor)) };
      case 'outlets':
        return { outlets: this.outlets.list(FULL_ACCESS) };
    }
  }
}
