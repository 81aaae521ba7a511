import { Module } from '@nestjs/common';
import { HubTicksService } from './hub-ticks.service.js';

/** The clock of a hub. */
@Module({ providers: [HubTicksService], exports: [HubTicksService] })
export class HubProcessModule {}
