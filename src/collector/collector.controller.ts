import { Controller, Get, Header, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, Public } from '../common/access.js';
import { Clock, type Millis } from '../common/clock.js';
import { Ticks } from '../kernel/ticks.js';
import { Metrics } from '../metrics/metrics.js';
import { completePermissions } from '../roles/role-permissions.js';
import { collectorHealthView, hostedPduView, type CollectorHealthView, type HostedPduView } from './collector.view.js';
import { HostedPdusService } from './hosted-pdus.service.js';

const UNAVAILABLE = 503;
/** Longest time without a tick, of which there is one a second. */
const MAX_TICK_GAP: Millis = 10_000;
/** The collector has no users: who may connect to its port reads all of it. */
const EVERYTHING = new Access(completePermissions({}, { outlets: [] }), true);

/** The state of a collector and of its PDUs. Nothing can be changed here, so there is no sign-in. */
@Controller()
export class CollectorController {
  constructor(
    private readonly pdus: HostedPdusService,
    private readonly metrics: Metrics,
    private readonly ticks: Ticks,
    private readonly clock: Clock,
  ) {}

  /** 503 while no PDU can be controlled. */
  @Get('health')
  @Public()
  health(@Res({ passthrough: true }) response: Response): CollectorHealthView {
    const health = collectorHealthView(this.pdus.all);
    if (health.status === 'down') response.status(UNAVAILABLE);
    return health;
  }

  /** 503 if a restart would help. */
  @Get('health/live')
  @Public()
  live(@Res({ passthrough: true }) response: Response): { live: boolean } {
    const live = this.clock.uptime() - (this.ticks.last ?? 0) <= MAX_TICK_GAP;
    if (!live) response.status(UNAVAILABLE);
    return { live };
  }

  /** Each PDU with its state, in the order of the list. */
  @Get('pdus')
  @Public()
  list(): { readonly items: readonly HostedPduView[] } {
    return { items: this.pdus.all.map(hostedPduView) };
  }

  @Get('metrics')
  @Public()
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  read(): Promise<string> {
    return this.metrics.text(EVERYTHING);
  }
}
