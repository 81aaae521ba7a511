import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Clock } from '../common/clock.js';
import { Ticks } from './ticks.js';

const ONE_SECOND = 1000;

/** Drives the clock that all modules share where no poll cycle does: a hub and a collector have no hardware. */
@Injectable()
export class IntervalTicksService {
  constructor(
    private readonly clock: Clock,
    private readonly ticks: Ticks,
  ) {}

  @Interval(ONE_SECOND)
  tick(): void {
    this.ticks.run({ uptime: this.clock.uptime() });
  }
}
