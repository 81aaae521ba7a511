import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConfigSections } from '../common/configuration/config-sections.js';
import { FactoryResets } from '../common/factory-resets.js';
import { EnergyModule } from '../energy/energy.module.js';
import { InletEntryDto } from './inlet.dto.js';
import { InletNameEntity } from './inlet-name.entity.js';
import { InletsController } from './inlets.controller.js';
import { InletsService } from './inlets.service.js';
import { INLET_METRICS } from './inlet.metrics.js';

@Module({
  imports: [TypeOrmModule.forFeature([InletNameEntity]), EnergyModule],
  controllers: [InletsController],
  providers: [InletsService, INLET_METRICS],
  exports: [InletsService],
})
export class InletsModule {
  constructor(inlets: InletsService, sections: ConfigSections, resets: FactoryResets) {
    inlets.register(sections, resets, InletEntryDto);
  }
}
