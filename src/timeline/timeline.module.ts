import { Module } from '@nestjs/common';
import { HardwareChangesService } from './hardware-changes.service.js';
import { OutletsModule } from '../outlets/outlets.module.js';
import { SwitchingModule } from '../switching/switching.module.js';
import { OutletWhyController } from './outlet-why.controller.js';
import { OutletWhyService } from './outlet-why.service.js';
import { StartRecordService } from './start-record.service.js';
import { TimelineController } from './timeline.controller.js';
import { TimelineService } from './timeline.service.js';

@Module({
  imports: [OutletsModule, SwitchingModule],
  controllers: [OutletWhyController, TimelineController],
  providers: [HardwareChangesService, OutletWhyService, StartRecordService, TimelineService],
  exports: [HardwareChangesService],
})
export class TimelineModule {}
