import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import type { Cause } from '../common/cause.js';
import { Clock } from '../common/clock.js';
import { ApiError } from '../common/errors.js';
import { TokenBucket } from '../common/token-bucket.js';
import { reasonOf } from '../outbound/delivery.js';
import { OutboundPolicyService } from '../outbound/outbound-policy.service.js';
import { SettingsStore } from '../settings/settings.store.js';
import { openChannel } from './syslog.service.js';
import { syslogMessage } from './syslog-message.js';
import { syslogTarget, type SyslogTarget } from './syslog-target.js';
import type { SyslogTestView } from './syslog.view.js';

const PER_MINUTE = 10;

/** Sends one message because somebody asks, by a connection of its own, and says what became of it. */
@Injectable()
export class SyslogTestService {
  readonly #budget = new TokenBucket({ perSecond: PER_MINUTE / 60, burst: PER_MINUTE });

  constructor(
    private readonly audit: AuditLogService,
    private readonly settings: SettingsStore,
    private readonly clock: Clock,
    private readonly targets: OutboundPolicyService,
  ) {}

  /** Throws SYSLOG_NOT_CONFIGURED or TOO_MANY_ATTEMPTS. */
  async send(cause: Cause): Promise<SyslogTestView> {
    const target = syslogTarget(this.settings);
    if (!target) throw new ApiError('SYSLOG_NOT_CONFIGURED');
    const now = this.clock.uptime();
    if (!this.#budget.take(now)) throw ApiError.tooMany(Math.ceil(this.#budget.emptyFor(now) / 1000));
    const error = await this.#attempt(target, cause);
    const took = Math.round(this.clock.uptime() - now);
    const server = `${target.host}, port ${target.port}`;
    await this.audit.record({
      kind: 'syslog.test',
      object: 'syslog:server',
      cause,
      after: { server, protocol: target.protocol, ...(error !== undefined && { detail: error }) },
      result: error === undefined ? 'ok' : 'NOT_DELIVERED',
    });
    if (error !== undefined) return { ok: false, error, tookMs: took };
    const detail =
      target.protocol === 'udp'
        ? `Sent to ${server}. UDP confirms nothing, so check the log of the server.`
        : `${server} has taken the message.`;
    return { ok: true, detail, tookMs: took };
  }

  /** The reason why the message was not sent, as a sentence. */
  async #attempt(target: SyslogTarget, cause: Cause): Promise<string | undefined> {
    const message = syslogMessage(
      {
        ...{ at: this.clock.now(), kind: 'syslog.test', object: 'syslog:server', via: cause.kind, who: cause.who },
        ...{ address: cause.address ?? null, before: null, after: null, result: 'ok' },
      },
      this.settings.get('hostName'),
    );
    let channel;
    try {
      channel = openChannel(target, this.targets);
      await channel.send(message);
      return undefined;
    } catch (error) {
      return `It was not sent: ${reasonOf(error)}.`;
    } finally {
      channel?.close();
    }
  }
}
