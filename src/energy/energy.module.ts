import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EnergyConfiguration } from './energy.configuration.js';
import { EnergyCounters } from './energy-counters.service.js';
import { EnergyReset } from './energy-reset.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([EnergyReset])],
  providers: [EnergyCounters, EnergyConfiguration],
  exports: [EnergyCounters],
})
export class EnergyModule {}
