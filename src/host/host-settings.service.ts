import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import type { Cause } from '../common/cause.js';
import type { SettingKey } from '../settings/setting-value.js';
import { SettingsStore } from '../settings/settings.store.js';
import { resultOf } from '../outbound/delivery.js';
import { HostNetwork } from './host-network.js';

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

/** Notifies the host adapter when settings of the host system change; the request that changes them does not wait. */
@Injectable()
export class HostSettingsService implements OnModuleInit {
  #running: Promise<void> | undefined;
  #hasChanged = false;

  constructor(
    private readonly settings: SettingsStore,
    private readonly host: HostNetwork,
    private readonly audit: AuditLogService,
  ) {}

  onModuleInit(): void {
    this.settings.onChange((keys) => {
      if (!HOST_SETTINGS.some((key) => keys.has(key))) return;
      this.#hasChanged = true;
      this.#running ??= this.#run();
    });
  }

  /** Resolves when the host adapter has received the newest settings. */
  async idle(): Promise<void> {
    await this.#running;
  }

  /** However often the settings change meanwhile, the adapter is run only once more, with the newest. */
  async #run(): Promise<void> {
    try {
      while (this.#hasChanged) {
        this.#hasChanged = false;
        await this.#apply(Object.fromEntries(HOST_SETTINGS.map((key) => [key, this.settings.get(key)])));
      }
    } finally {
      this.#running = undefined;
    }
  }

  async #apply(settings: object): Promise<void> {
    const delivery = await this.host.apply(settings);
    if (!delivery) return;
    const { result, detail } = resultOf(delivery);
    const after = { ...settings, ...(detail !== undefined && { detail }) };
    await this.audit.tryToRecord({ kind: 'host.network', object: 'host:network', cause: CAUSE, after, result });
  }
}
