import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { Ticks } from '../kernel/ticks.js';
import { Clock } from '../common/clock.js';
import { OutboundPolicyService } from '../outbound/outbound-policy.service.js';
import { SettingsStore } from '../settings/settings.store.js';
import { settingRow } from '../settings/setting-value.js';
import { syslogMessage, type SyslogEntry } from './syslog-message.js';
import { SyslogSender } from './syslog-sender.js';
import { isForwarded, syslogTarget, type SyslogTarget } from './syslog-target.js';
import type { SyslogStateView } from './syslog.view.js';
import type { SyslogChannel } from './channels/syslog-channel.js';
import { StreamChannel } from './channels/stream.channel.js';
import { UdpChannel } from './channels/udp.channel.js';

/** Sends the audit log to the configured syslog server. A server that cannot be reached affects nothing else. */
@Injectable()
export class SyslogService implements OnModuleInit, OnApplicationShutdown {
  readonly #sender: SyslogSender;

  constructor(
    private readonly audit: AuditLogService,
    private readonly settings: SettingsStore,
    private readonly ticks: Ticks,
    private readonly clock: Clock,
    private readonly targets: OutboundPolicyService,
  ) {
    this.#sender = new SyslogSender(clock, (count) => this.#message(this.#droppedEntry(count)));
  }

  onModuleInit(): void {
    this.#applyTarget();
    this.audit.onRecord((entry) => {
      if (isForwarded(entry.kind, this.settings)) this.#sender.send(this.#message(entry));
    });
    this.settings.onChange((keys) => {
      if (keys.has('allowLocalTargets') || [...keys].some((key) => settingRow(key).group === 'syslog'))
        this.#applyTarget();
    });
    this.ticks.onTick('upkeep', () => this.#sender.tick());
  }

  onApplicationShutdown(): void {
    this.#sender.use(undefined);
  }

  /** The server and what became of the messages to it. */
  state(): SyslogStateView {
    const target = syslogTarget(this.settings);
    const { sent, waiting, dropped, lastSentAt, problem } = this.#sender.state;
    return {
      ...(target && { server: `${target.host}:${target.port}`, protocol: target.protocol }),
      forwards: this.settings.get('enableRemoteUserLogging') || this.settings.get('enableRemoteEventLogging'),
      ...{ sent, waiting, dropped },
      ...(lastSentAt !== undefined && { lastSentAt: new Date(lastSentAt).toISOString() }),
      ...(problem !== undefined && { problem }),
    };
  }

  #applyTarget(): void {
    const target = syslogTarget(this.settings);
    this.#sender.use(target && openChannel(target, this.targets));
  }

  #message(entry: SyslogEntry): Buffer {
    return syslogMessage(entry, this.settings.get('hostName'));
  }

  #droppedEntry(count: number): SyslogEntry {
    return {
      at: this.clock.now(),
      kind: 'syslog.dropped',
      object: 'syslog:messages',
      via: 'system',
      who: 'syslog',
      address: null,
      before: null,
      after: JSON.stringify({ count }),
      result: 'ok',
    };
  }
}

export const openChannel = (target: SyslogTarget, targets: OutboundPolicyService): SyslogChannel =>
  target.protocol === 'udp' ? new UdpChannel(target, targets) : new StreamChannel(target, targets);
