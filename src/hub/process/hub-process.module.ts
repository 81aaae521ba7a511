import { Module } from '@nestjs/common';
import { IntervalTicksService } from '../../kernel/interval-ticks.service.js';

/** The clock of a hub. */
@Module({ providers: [IntervalTicksService], exports: [IntervalTicksService] })
export class HubProcessModule {}
