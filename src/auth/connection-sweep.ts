import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { RackfeedExpressAdapter } from '../http/rackfeed-express.adapter.js';
import { networkOf } from '../users/passwords/sender-network.js';

/** Closes, once a second, connections without an identified caller in time, and those beyond the share of a sender. */
@Injectable()
export class ConnectionSweep implements OnModuleInit {
  constructor(
    private readonly http: HttpAdapterHost,
    private readonly snapshots: SnapshotStore,
  ) {}

  onModuleInit(): void {
    const adapter = this.http.httpAdapter;
    if (!(adapter instanceof RackfeedExpressAdapter)) return;
    adapter.connections.senderOf = (address) => (adapter.isProxy(address) ? undefined : networkOf(address));
    this.snapshots.onTick('upkeep', () => adapter.connections.sweep());
  }
}
