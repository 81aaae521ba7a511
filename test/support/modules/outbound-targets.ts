/** The outbound policy without an application: names as the machine resolves them, the controller's own port 8080. */
import type { HttpAdapterHost } from '@nestjs/core';
import { readConfig } from '../../../src/config/runtime-config.js';
import { NameResolver } from '../../../src/common/name-resolver.js';
import { OutboundPolicyService } from '../../../src/outbound/outbound-policy.service.js';
import type { SettingsStore } from '../../../src/settings/settings.store.js';

/** @param settings the settings that it reads; by default it allows the loopback */
export const someTargets = (
  settings: Pick<SettingsStore, 'get'> = {
    get: ((key: string) => key === 'allowLocalTargets') as SettingsStore['get'],
  },
): OutboundPolicyService =>
  new OutboundPolicyService(new NameResolver(), settings as SettingsStore, readConfig({}), {
    httpAdapter: { getHttpServer: () => ({ address: () => null }) },
  } as object as HttpAdapterHost);
