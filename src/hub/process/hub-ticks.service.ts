import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Clock } from '../../common/clock.js';
import { Ticks } from '../../kernel/ticks.js';

const ONE_SECOND = 1000;

/** Drives the clock that all modules share: a hub has no poll cycle that would. */
@Injectable()
export class HubTicksService {
  constructor(
    private readonly clock: Clock,
    private readonly ticks: Ticks,
  ) {}

  @Interval(ONE_SECOND)
  tick(): void {
    this.ticks.run({ uptime: this.clock.uptime() });
  }
}
