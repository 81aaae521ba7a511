import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EnergyModule } from '../energy/energy.module.js';
import { InletNameEntity } from './inlet-name.entity.js';
import { InletsConfiguration } from './inlets.configuration.js';
import { InletsController } from './inlets.controller.js';
import { InletsService } from './inlets.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([InletNameEntity]), EnergyModule],
  controllers: [InletsController],
  providers: [InletsService, InletsConfiguration],
  exports: [InletsService],
})
export class InletsModule {}
