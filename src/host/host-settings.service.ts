import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import type { Cause } from '../common/cause.js';
import { Clock } from '../common/clock.js';
import { Db } from '../database/db.js';
import type { SettingKey } from '../settings/setting-value.js';
import { SettingsStore } from '../settings/settings.store.js';
import { resultOf } from '../outbound/delivery.js';
import { HostNetwork } from './host-network.js';
import { HostPendingEntity } from './host-pending.entity.js';

/** The settings that belong to the host system. */
const HOST_SETTINGS = [
  'hostName',
  'secondaryHostName',
  'ipAssign',
  'staticIp',
  'subnetMask',
  'gatewayIp',
  'primaryDns',
  'secondaryDns',
  'ntpEnabled',
  'ntpHost',
  'ntpFallbackHosts',
] as const satisfies readonly SettingKey[];

const CAUSE: Cause = { kind: 'system', who: 'host adapter' };

const PENDING_ID = 1;

/**
 * Calls the host adapter when settings of the host system change; the request that changes them does not wait. That they are
 * to be applied is stored with them until the call begins, so a stop of the controller before it only delays the call.
 */
@Injectable()
export class HostSettingsService implements OnModuleInit, OnApplicationBootstrap {
  readonly #logger = new Logger('HostSettings');
  #running: Promise<void> | undefined;
  #hasChanged = false;

  constructor(
    private readonly settings: SettingsStore,
    private readonly host: HostNetwork,
    private readonly audit: AuditLogService,
    private readonly db: Db,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    if (this.host.unavailableReason !== undefined) return;
    this.settings.onStore(async (keys) => {
      if (isOfHost(keys))
        await this.db.transaction((entities) => entities.upsert(HostPendingEntity, this.#row(), ['id']));
    });
    this.settings.onChange((keys) => {
      if (isOfHost(keys)) this.#begin();
    });
  }

  /** Takes up a call that had not begun when the controller stopped. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.host.unavailableReason !== undefined) return;
    if ((await this.db.all(HostPendingEntity)).length > 0) this.#begin();
  }

  /** Resolves when the host adapter has received the newest settings. */
  async idle(): Promise<void> {
    await this.#running;
  }

  #row = (): HostPendingEntity => ({ id: PENDING_ID, since: this.clock.now() });

  #begin(): void {
    this.#hasChanged = true;
    this.#running ??= this.#run();
  }

  /** However often the settings change meanwhile, the adapter is run only once more, with the newest. */
  async #run(): Promise<void> {
    try {
      while (this.#hasChanged) {
        this.#hasChanged = false;
        await this.#apply();
      }
    } catch (error) {
      const reason = (error as Error).message;
      this.#logger.warn(`The host adapter gets the newest settings after the next start only: ${reason}`);
    } finally {
      this.#running = undefined;
    }
  }

  async #apply(): Promise<void> {
    let settings = {};
    const delivery = await this.host.apply(async () => {
      // No call is ever repeated, so what has begun is no longer due.
      await this.db.transaction((entities) => entities.delete(HostPendingEntity, PENDING_ID));
      return (settings = Object.fromEntries(HOST_SETTINGS.map((key) => [key, this.settings.get(key)])));
    });
    const { result, detail } = resultOf(delivery);
    const after = { ...settings, ...(detail !== undefined && { detail }) };
    await this.audit.tryToRecord({ kind: 'host.network', object: 'host:network', cause: CAUSE, after, result });
  }
}

const isOfHost = (keys: ReadonlySet<SettingKey>): boolean => HOST_SETTINGS.some((key) => keys.has(key));
