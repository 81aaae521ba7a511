import { Module } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { Diagnostics } from '../common/diagnostics.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { DeviceController } from './device.controller.js';
import { deviceView } from './device.view.js';

@Module({ controllers: [DeviceController] })
export class DeviceModule {
  constructor(diagnostics: Diagnostics, driver: PduDriver, clock: Clock, snapshots: SnapshotStore) {
    diagnostics.add('device', () => deviceView(driver, clock.uptime(), clock.now(), snapshots.current));
  }
}
