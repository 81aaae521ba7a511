import { Global, Module } from '@nestjs/common';
import { CommandOrder } from './command-order.js';
import { Revision } from './revision.js';
import { Ticks } from './ticks.js';

/** The parts that every kind of Rackfeed process has, with hardware or without. */
@Global()
@Module({ providers: [Ticks, Revision, CommandOrder], exports: [Ticks, Revision, CommandOrder] })
export class KernelModule {}
