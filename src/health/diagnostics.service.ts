import { arch, platform, release, totalmem } from 'node:os';
import { Injectable } from '@nestjs/common';
import { ActionsService } from '../actions/actions.service.js';
import { LogService } from '../audit/log.service.js';
import { deviceView } from '../device/device.view.js';
import { EventsService } from '../events/events.service.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import type { Access } from '../common/access.js';
import { Clock } from '../common/clock.js';
import { stringifyInSlices } from '../common/json-in-slices.js';
import { mapYielding, yieldNow } from '../common/time-slices.js';
import { RecentLog } from '../logging/recent-log.js';
import { MetricsTextService } from '../metrics/metrics-text.service.js';
import { confView } from '../settings/conf.view.js';
import { SettingsStore } from '../settings/settings.store.js';
import { shareableAction, shareableEntry, shareableProfile, shareableText } from './shareable.js';
import { HealthService } from './health.service.js';

const AUDIT_ENTRIES = 500;

/** The diagnostics file for troubleshooting by others: without passwords, tokens, keys and hashes. */
@Injectable()
export class DiagnosticsService {
  constructor(
    private readonly health: HealthService,
    private readonly driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly settings: SettingsStore,
    private readonly recentLog: RecentLog,
    private readonly auditLog: LogService,
    private readonly actions: ActionsService,
    private readonly events: EventsService,
    private readonly metrics: MetricsTextService,
    private readonly clock: Clock,
  ) {}

  /** The file as pieces of JSON, made on demand. A section that fails has the reason instead. */
  async *pieces(access: Access): AsyncGenerator<string> {
    let separator = '{';
    for (const [name, make] of Object.entries(this.#sections(access))) {
      await yieldNow();
      yield `${separator}${JSON.stringify(name)}:`;
      yield* await jsonOf(make);
      separator = ',\n';
    }
    yield '}\n';
  }

  /** File name such as `rackfeed-diagnostics-1000036-20261121T081500Z.json`. */
  get fileName(): string {
    const moment = new Date(this.clock.now()).toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
    return `rackfeed-diagnostics-${this.driver.model.profile.enclosureSerialNumber}-${moment}.json`;
  }

  #sections(access: Access): Record<string, () => unknown> {
    return {
      madeAt: () => new Date(this.clock.now()).toISOString(),
      health: () => this.health.detailsForAdministrators,
      device: () => deviceView(this.driver, this.clock.uptime(), this.clock.now(), this.snapshots.current),
      system: () => ({
        node: process.version,
        platform: `${platform()} ${arch()} ${release()}`,
        totalMemory: totalmem(),
        memory: process.memoryUsage(),
      }),
      profile: () => shareableProfile(this.driver.model.profile),
      settings: () => confView((key) => this.settings.get(key), access),
      snapshot: () => this.snapshots.current,
      events: () => this.events.list(),
      actions: () => this.actions.list().map(shareableAction),
      metrics: async () => (await this.metrics.for(access)).split('\n').filter((line) => !line.startsWith('#')),
      log: () => this.recentLog.lines.map((line) => ({ ...line, at: new Date(line.at).toISOString() })),
      audit: async () => (await this.auditLog.page({ limit: AUDIT_ENTRIES })).entries.map(shareableEntry),
    };
  }
}

/** The JSON of a section; a failing section must not prevent the others. */
async function jsonOf(make: () => unknown): Promise<string[]> {
  try {
    // A piece ends with an entry, so that no secret is cut in two.
    return await mapYielding(await stringifyInSlices((await make()) ?? null), (piece) =>
      shareableText(piece.toString()),
    );
  } catch (error) {
    return [JSON.stringify({ notAvailable: await shareableText((error as Error).message) })];
  }
}
