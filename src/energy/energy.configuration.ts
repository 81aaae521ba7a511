import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ResetList } from '../kernel/reset-list.js';
import { EnergyCounters } from './energy-counters.service.js';
import { EnergyReset } from './energy-reset.entity.js';

/** The energy counters in a factory reset: where they began anew is forgotten; the meters themselves count on. */
@Injectable()
export class EnergyConfiguration implements OnModuleInit {
  constructor(
    private readonly resets: ResetList,
    private readonly counters: EnergyCounters,
  ) {}

  onModuleInit(): void {
    this.resets.add('energy', { tables: [EnergyReset], reset: () => this.counters.forgetResets() });
  }
}
