import { ApiProperty } from '@nestjs/swagger';
import type { ProtocolName } from '../common/access.js';
import { PROTOCOL_NAMES, type ProtocolServerState } from './protocol-servers.js';

export class ProtocolClientView {
  address: string;
  /** A user, a role, or the name that the protocol has for the client. */
  name: string;
  /** Time of its last request, ISO 8601. */
  lastSeen: string;
  /** Number of its requests since it is in the list. */
  requests: number;
}

/** A protocol server: a service besides HTTP by which the PDU is read and switched. */
export class ProtocolServerView {
  @ApiProperty({ enum: PROTOCOL_NAMES })
  name: ProtocolName;
  enabled: boolean;
  /** The port it listens on; absent while it does not. */
  port?: number | undefined;
  /** Reason why it does not serve as set. */
  problem?: string | undefined;
  /** A setting that works but is dangerous. */
  warning?: string | undefined;
  /** Accepted connections since the start. */
  connections: number;
  /** Connections and requests that were refused since the start. */
  refused: number;
  /** Requests since the start. */
  requests: number;
  /** Requests since the start that could not be read or answered. */
  errors: number;
  /** The clients that were served last, newest first, ten at most. */
  clients: ProtocolClientView[];
}

export const protocolServerView = (
  name: ProtocolName,
  { enabled, port, problem, warning, traffic }: ProtocolServerState,
): ProtocolServerView => ({
  name,
  enabled,
  port,
  problem,
  warning,
  connections: traffic.connections,
  refused: [...traffic.refused.values()].reduce((sum, count) => sum + count, 0),
  requests: traffic.requests,
  errors: traffic.errors,
  clients: traffic.clients.all.map(({ lastSeen, ...client }) => ({
    ...client,
    lastSeen: new Date(lastSeen).toISOString(),
  })),
});
