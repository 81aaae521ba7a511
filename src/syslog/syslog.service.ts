import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.service.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { Clock } from '../kernel/clock.js';
import { OutboundTargets } from '../outbound/outbound-targets.service.js';
import { SettingsStore } from '../settings/settings.store.js';
import { settingRow } from '../settings/setting-value.js';
import { openChannel } from './channels/open-channel.js';
import { syslogMessage, type SyslogEntry } from './syslog-message.js';
import { SyslogSender } from './syslog-sender.js';
import { isForwarded, syslogTarget } from './syslog-target.js';

/** Sends the audit log to a syslog server while one is configured. A server that is away affects nothing else. */
@Injectable()
export class SyslogService implements OnModuleInit, OnApplicationShutdown {
  readonly #sender: SyslogSender;

  constructor(
    private readonly audit: AuditLog,
    private readonly settings: SettingsStore,
    private readonly snapshots: SnapshotStore,
    private readonly clock: Clock,
    private readonly targets: OutboundTargets,
  ) {
    this.#sender = new SyslogSender(clock, (count) => this.#message(this.#dropped(count)));
  }

  onModuleInit(): void {
    this.#aim();
    this.audit.onRecord((entry) => {
      if (isForwarded(entry.kind, this.settings)) this.#sender.send(this.#message(entry));
    });
    this.settings.onChange((keys) => {
      if (keys.has('allowLocalTargets') || [...keys].some((key) => settingRow(key).group === 'syslog')) this.#aim();
    });
    this.snapshots.onSnapshot('syslog', () => this.#sender.tick());
  }

  onApplicationShutdown(): void {
    this.#sender.use(undefined);
  }

  #aim(): void {
    const target = syslogTarget(this.settings);
    this.#sender.use(target && openChannel(target, this.targets));
  }

  #message(entry: SyslogEntry): Buffer {
    return syslogMessage(entry, this.settings.get('hostName'));
  }

  #dropped(count: number): SyslogEntry {
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
