import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { RackfeedExpressAdapter } from '../http/rackfeed-express.adapter.js';
import { networkOf } from '../users/passwords/sender-network.js';

/** Once a second closes the connections on which nobody has been recognised in time, or too many of one sender. */
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
