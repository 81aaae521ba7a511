import { describe, expect, it } from '@jest/globals';
import type { LazyModuleLoader } from '@nestjs/core';
import type { ProtocolServers } from '../protocols/protocol-servers.js';
import type { SettingsStore } from '../settings/settings.store.js';
import type { HttpsServerService } from '../tls/https-server.service.js';
import { RedfishGate } from './redfish.gate.js';

const problemWith = (https: Partial<HttpsServerService['state']>, isOn = true): string | undefined => {
  const settings = { get: () => isOn, addCheck: () => undefined } as unknown as SettingsStore;
  const servers = { add: () => undefined } as unknown as ProtocolServers;
  const server = { state: { enabled: true, ...https } } as unknown as HttpsServerService;
  return new RedfishGate(servers, settings, server, {} as LazyModuleLoader).state().problem;
};

describe('Redfish that is on', () => {
  it('is no problem while HTTPS listens, nor while it is about to', () => {
    expect(problemWith({ port: 443 })).toBeUndefined();
    expect(problemWith({})).toBeUndefined();
  });

  it('is one while HTTPS is off or cannot listen', () => {
    const problem = 'Redfish is served over HTTPS only, and HTTPS does not listen.';
    expect(problemWith({ enabled: false })).toBe(problem);
    expect(problemWith({ trouble: 'Another program uses port 443.' })).toBe(problem);
  });

  it('is none while it serves at the former port, because the new one is in use', () => {
    expect(problemWith({ port: 443, trouble: 'Another program uses port 8443.' })).toBeUndefined();
  });
});

describe('Redfish that is off', () => {
  it('has no problem without HTTPS', () => {
    expect(problemWith({ enabled: false }, false)).toBeUndefined();
  });
});
