import { RecentClients } from './recent-clients.js';

/** The reasons why a connection or request is refused before its content is read. */
export type RefusalReason = 'network' | 'connections' | 'rate' | 'credential';

/** The counters of a protocol server since the start, and its recent clients. */
export class ProtocolTraffic {
  readonly clients = new RecentClients();
  readonly refused = new Map<RefusalReason, number>();
  /** Accepted connections; stays 0 where the protocol has none. */
  connections = 0;
  requests = 0;
  /** Requests that could not be read or answered. */
  errors = 0;

  refuse(reason: RefusalReason): void {
    this.refused.set(reason, (this.refused.get(reason) ?? 0) + 1);
  }
}
