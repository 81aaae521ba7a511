import { Global, Module } from '@nestjs/common';
import { Revision } from './revision.js';
import { Ticks } from './ticks.js';

/** What the modules of every kind of Rackfeed process share, whether or not it has hardware. */
@Global()
@Module({ providers: [Ticks, Revision], exports: [Ticks, Revision] })
export class KernelModule {}
