import { Module } from '@nestjs/common';
import { HardwareChangesService } from './hardware-changes.service.js';
import { StartRecordService } from './start-record.service.js';
import { TimelineController } from './timeline.controller.js';
import { TimelineService } from './timeline.service.js';

@Module({
  controllers: [TimelineController],
  providers: [HardwareChangesService, StartRecordService, TimelineService],
})
export class TimelineModule {}
