import { Module } from '@nestjs/common';
import { GroupsModule } from '../groups/groups.module.js';
import { HistoryModule } from '../history/history.module.js';
import { EnergyReportController } from './energy-report.controller.js';
import { EnergyReportService } from './energy-report.service.js';
import { ReportRowsService } from './report-rows.service.js';

@Module({
  imports: [GroupsModule, HistoryModule],
  controllers: [EnergyReportController],
  providers: [EnergyReportService, ReportRowsService],
})
export class EnergyReportModule {}
