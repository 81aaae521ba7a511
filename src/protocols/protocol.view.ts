import { ApiProperty } from '@nestjs/swagger';
import type { ProtocolName } from '../common/access.js';
import { PROTOCOL_NAMES, type ProtocolServerState } from './protocol-servers.js';

export class ProtocolClientView {
  /** @example "192.0.2.50" */
  address: string;
  /** A user, a role, or the name that the protocol has for the client. @example "snmp-reader" */
  name: string;
  /** Time of its last request, ISO 8601. @example "2026-11-02T08:15:00.000Z" */
  lastSeen: string;
  /** Number of its requests since it is in the list. @example 1440 */
  requests: number;
}

/** A protocol server: a service besides HTTP by which the PDU is read and switched. */
export class ProtocolServerView {
  /** @example "snmp" */
  @ApiProperty({ enum: PROTOCOL_NAMES })
  name: ProtocolName;
  enabled: boolean;
  /** The port it listens on; absent while it does not. @example 161 */
  port?: number | undefined;
  /** Reason why it does not serve as set. */
  problem?: string | undefined;
  /** A setting that works but is dangerous. */
  warning?: string | undefined;
  /** Accepted connections since the start. @example 0 */
  connections: number;
  /** Connections and requests that were refused since the start. @example 0 */
  refused: number;
  /** Requests since the start. @example 1440 */
  requests: number;
  /** Requests since the start that could not be read or answered. @example 0 */
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
