import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SwitchingModule } from '../switching/switching.module.js';
import { ColdStartService } from './cold-start.service.js';
import { OutletCommandsService } from './outlet-commands.service.js';
import { OutletDetailsService } from './outlet-details.service.js';
import { OutletPolicyService } from './outlet-policy.service.js';
import { OutletStore } from './outlet.store.js';
import { OutletEntity, PowerOnCountEntity } from './outlet.entity.js';
import { OutletsConfiguration } from './outlets.configuration.js';
import { OutletsController } from './outlets.controller.js';
import { ProbesModule } from '../probes/probes.module.js';
import { ReachabilityService } from './reachability.service.js';
import { OutletsService } from './outlets.service.js';
import { OUTLET_METRICS } from './outlet.metrics.js';

@Module({
  imports: [TypeOrmModule.forFeature([OutletEntity, PowerOnCountEntity]), ProbesModule, SwitchingModule],
  controllers: [OutletsController],
  providers: [
    OutletStore,
    OutletPolicyService,
    OutletCommandsService,
    OutletDetailsService,
    ReachabilityService,
    OutletsService,
    ColdStartService,
    OUTLET_METRICS,
    OutletsConfiguration,
  ],
  exports: [OutletsService, OutletCommandsService],
})
export class OutletsModule {}
