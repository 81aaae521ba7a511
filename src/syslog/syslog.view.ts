import { ApiProperty } from '@nestjs/swagger';

/** The syslog server, and counts of the messages to it. */
export class SyslogStateView {
  /** The server as `host:port`; absent if there is none. @example "log.example:6514" */
  server?: string;
  /** @example "tls" */
  @ApiProperty({ enum: ['udp', 'tcp', 'tls'], required: false })
  protocol?: 'udp' | 'tcp' | 'tls';
  /** True if some audit records are sent. */
  forwards: boolean;
  /** Messages sent since the start of the controller or the last change of the server. @example 318 */
  sent: number;
  /** Messages that wait for the server. @example 0 */
  waiting: number;
  /** Messages that were lost in a long outage and not yet reported. @example 0 */
  dropped: number;
  /** The time of the last message that was sent; ISO 8601, UTC. @example "2026-11-02T08:15:00.000Z" */
  lastSentAt?: string;
  /** The reason why the last message could not be sent; absent if it could. */
  problem?: string;
}

/** The result of a test message. */
export class SyslogTestView {
  ok: boolean;
  /** The server that has it; UDP confirms nothing. @example "log.example:6514 has it." */
  detail?: string;
  /** The reason why it was not sent. */
  error?: string;
  /** ms @example 12 */
  tookMs: number;
}
