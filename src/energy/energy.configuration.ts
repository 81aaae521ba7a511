import { Injectable, type OnModuleInit } from '@nestjs/common';
import { FactoryResets } from '../common/factory-resets.js';
import { EnergyCountersService } from './energy-counters.service.js';
import { EnergyResetEntity } from './energy-reset.entity.js';

/** Registers the energy counters for the factory reset, which deletes their resets; the meters themselves count on. */
@Injectable()
export class EnergyConfiguration implements OnModuleInit {
  constructor(
    private readonly resets: FactoryResets,
    private readonly counters: EnergyCountersService,
  ) {}

  onModuleInit(): void {
    this.resets.add('energy', { tables: [EnergyResetEntity], reset: () => this.counters.replaceAll([]) });
  }
}
