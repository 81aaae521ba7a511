import { ApiProperty } from '@nestjs/swagger';

/** The syslog server, and counts of the messages to it. */
export class SyslogStateView {
  /** The server as `host:port`; absent if there is none. */
  server?: string;
  @ApiProperty({ enum: ['udp', 'tcp', 'tls'], required: false })
  protocol?: 'udp' | 'tcp' | 'tls';
  /** True if some audit records are sent. */
  forwards: boolean;
  /** Messages sent since the start of the controller or the last change of the server. */
  sent: number;
  /** Messages that wait for the server. */
  waiting: number;
  /** Messages that were lost in a long outage and not yet reported. */
  dropped: number;
  /** The time of the last message that was sent; ISO 8601, UTC. */
  lastSentAt?: string;
  /** The reason why the last message could not be sent; absent if it could. */
  problem?: string;
}

/** The result of a test message. */
export class SyslogTestView {
  ok: boolean;
  /** The server that has it; UDP confirms nothing. */
  detail?: string;
  /** The reason why it was not sent. */
  error?: string;
  /** ms */
  tookMs: number;
}
