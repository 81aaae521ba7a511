import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { PduDriver } from '../hardware/pdu.driver.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { Allow } from '../common/access.js';
import { Clock } from '../common/clock.js';
import { deviceView, DeviceView } from './device.view.js';

@ApiTags('device')
@Controller('api/device')
export class DeviceController {
  constructor(
    private readonly driver: PduDriver,
    private readonly clock: Clock,
    private readonly store: SnapshotStore,
  ) {}

  /** The model and abilities of the PDU, its time, and the age of its readings. */
  @Get()
  @Allow('viewGlobalDeviceSettings')
  @ApiOkResponse({ type: DeviceView })
  read(): DeviceView {
    return deviceView(this.driver, this.clock.uptime(), this.clock.now(), this.store.current);
  }
}
