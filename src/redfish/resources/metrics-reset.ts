import { Injectable } from '@nestjs/common';
import type { CallerWithAddress } from '../../common/access.js';
import { EnergyService } from '../../history/energy.service.js';
import { HistoryService } from '../../history/history.service.js';

/** The action ResetMetrics of Redfish, which the product has as two. */
@Injectable()
export class MetricsReset {
  constructor(
    private readonly energy: EnergyService,
    private readonly history: HistoryService,
  ) {}

  /** Begins energy, and lowest and highest readings of these objects again. Throws what both of them would. */
  async reset(objects: string[], caller: CallerWithAddress): Promise<void> {
    await this.energy.reset({ objects }, caller);
    await this.history.resetExtremes({ objects }, caller);
  }
}
