import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PowerCyclesModule } from '../power-cycles/power-cycles.module.js';
import { ColdStart } from './cold-start.service.js';
import { OutletCommands } from './outlet-commands.service.js';
import { OutletGuard } from './outlet-guard.service.js';
import { OutletSettings } from './outlet-settings.service.js';
import { Outlet } from './outlet.entity.js';
import { OutletsConfiguration } from './outlets.configuration.js';
import { OutletsController } from './outlets.controller.js';
import { OutletsService } from './outlets.service.js';
import { PowerOnCount } from './power-on-count.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([Outlet, PowerOnCount]), PowerCyclesModule],
  controllers: [OutletsController],
  providers: [OutletSettings, OutletGuard, OutletCommands, OutletsService, ColdStart, OutletsConfiguration],
  exports: [OutletsService, OutletCommands],
})
export class OutletsModule {}
