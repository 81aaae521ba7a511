import { Module } from '@nestjs/common';
import { BanksModule } from '../banks/banks.module.js';
import { InletsModule } from '../inlets/inlets.module.js';
import { OutletsModule } from '../outlets/outlets.module.js';
import { RelayOutputsModule } from '../relay-outputs/relay-outputs.module.js';
import { SensorsModule } from '../sensors/sensors.module.js';
import { StreamModule } from '../stream/stream.module.js';
import { EventStreamController } from './event-stream.controller.js';
import { PduStreamSource } from './pdu-stream-source.js';

/** The live stream of a controller. */
@Module({
  imports: [
    StreamModule.of(PduStreamSource, [InletsModule, BanksModule, SensorsModule, OutletsModule, RelayOutputsModule]),
  ],
  controllers: [EventStreamController],
})
export class PduStreamModule {}
