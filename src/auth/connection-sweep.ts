import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Ticks } from '../kernel/ticks.js';
import { RackfeedExpressAdapter } from '../http/rackfeed-express.adapter.js';
import { networkOf } from '../users/passwords/sender-network.js';

/** Closes, once a second, connections without an identified caller in time, and those beyond the share of a sender. */
@Injectable()
export class ConnectionSweep implements OnModuleInit {
  constructor(
    private readonly http: HttpAdapterHost,
    private readonly ticks: Ticks,
  ) {}

  onModuleInit(): void {
    const adapter = this.http.httpAdapter;
    if (!(adapter instanceof RackfeedExpressAdapter)) return;
    adapter.connections.senderOf = (address) => (adapter.isProxy(address) ? undefined : networkOf(address));
    this.ticks.onTick('upkeep', () => adapter.connections.sweep());
  }
}
