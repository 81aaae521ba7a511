import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EnergyConfiguration } from './energy.configuration.js';
import { EnergyCountersService } from './energy-counters.service.js';
import { EnergyResetEntity } from './energy-reset.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([EnergyResetEntity])],
  providers: [EnergyCountersService, EnergyConfiguration],
  exports: [EnergyCountersService],
})
export class EnergyModule {}
