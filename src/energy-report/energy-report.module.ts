import { Module } from '@nestjs/common';
import { GroupsModule } from '../groups/groups.module.js';
import { HistoryModule } from '../history/history.module.js';
import { OutletsModule } from '../outlets/outlets.module.js';
import { EnergyReportController } from './energy-report.controller.js';
import { EnergyReportService } from './energy-report.service.js';
import { ReportRowsService } from './report-rows.service.js';

@Module({
  imports: [GroupsModule, HistoryModule, OutletsModule],
  controllers: [EnergyReportController],
  providers: [EnergyReportService, ReportRowsService],
})
export class EnergyReportModule {}
