import { Global, Module } from '@nestjs/common';
import { Revision } from './revision.js';
import { Ticks } from './ticks.js';

/** The parts that every kind of Rackfeed process has, with hardware or without. */
@Global()
@Module({ providers: [Ticks, Revision], exports: [Ticks, Revision] })
export class KernelModule {}
