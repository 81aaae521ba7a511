import { request, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { HttpAdapterHost } from '@nestjs/core';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config/runtime-config.js';
import { RackfeedExpressAdapter } from '../../src/http/rackfeed-express.adapter.js';
import type { SettingsListener, SettingsStore } from '../../src/settings/settings.store.js';
import { AllowedHostsService } from '../../src/tls/allowed-hosts.service.js';
import { PlainHttpService } from '../../src/tls/plain-http.service.js';

/** The part of the settings that plain HTTP uses. */
class Settings {
  redirect = true;
  readonly #readers: SettingsListener[] = [];

  get(key: string): boolean | string {
    if (key === 'webRedirectHttp') return this.redirect;
    return key === 'hostName' ? 'pdu' : '';
  }

  onChange(reader: SettingsListener): void {
    this.#readers.push(reader);
  }

  set(redirect: boolean): void {
    this.redirect = redirect;
    for (const reader of this.#readers) reader(new Set(['webRedirectHttp']));
  }
}

let server: Server;
let plain: PlainHttpService;
let settings: Settings;

async function begin(driver: string): Promise<void> {
  const adapter = new RackfeedExpressAdapter(undefined, [], '/pdu');
  adapter.initHttpServer();
  server = adapter.getHttpServer();
  const host = new HttpAdapterHost();
  host.httpAdapter = adapter;
  settings = new Settings();
  const config = { ...readConfig({}), driver };
  const hosts = new AllowedHostsService(host, settings as object as SettingsStore);
  hosts.onModuleInit();
  plain = new PlainHttpService(host, settings as object as SettingsStore, hosts, config);
  plain.onModuleInit();
  plain.setHttpsPort(8443);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

const portOf = (): number => (server.address() as AddressInfo).port;
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: portOf(), path, method, headers, agent: false }, (answer) => {
      answer.resume();
      resolve(answer);
    });
    sent.on('error', reject);
    sent.end();
  });

const CREDENTIALS: [string, Record<string, string>, string][] = [
  ['/api/outlets', { authorization: 'Bearer x' }, 'GET'],
  ['/api/outlets', { cookie: 'SPID=x' }, 'GET'],
  ['/metrics', { cookie: 'SPID=x' }, 'GET'],
  ['/api/login', {}, 'POST'],
  ['/health', { authorization: 'Basic x' }, 'GET'],
];

afterEach(() => new Promise((resolve) => server.close(resolve)));

describe('plain HTTP that redirects to HTTPS, with real hardware', () => {
  beforeEach(() => begin('modbus'));

  it.each(CREDENTIALS)('refuses a request with a credential: %s %j %s', async (path, headers, method) => {
    expect((await ask(path, headers, method)).statusCode).toBe(403);
    expect((await ask(`/pdu${path}`, headers, method)).statusCode).toBe(403);
  });

  it('redirects every other request', async () => {
    const { statusCode, headers } = await ask('/outlets?a=1', { cookie: 'SPID=x' });
    expect([statusCode, headers.location]).toEqual([308, 'https://127.0.0.1:8443/outlets?a=1']);
  });

  it.each([
    ['PDU.local.:8080', 'https://pdu.local.:8443/x'],
    ['localhost', 'https://localhost:8443/x'],
    ['[fd00::1]:8080', 'https://[fd00::1]:8443/x'],
    ['evil.example', 'https://127.0.0.1:8443/x'],
    ['pdu.evil.example:8080', 'https://127.0.0.1:8443/x'],
    ['pdu@evil.example', 'https://127.0.0.1:8443/x'],
  ])('redirects a request for %s to %s: never to a foreign name', async (host, location) => {
    const { headers } = await ask('/x', { host });
    expect(headers.location).toBe(location);
  });

  it('redirects a request in proxy form to no other host', async () => {
    const { headers } = await ask('http://evil.example/x', { host: 'pdu' });
    expect(headers.location).toBe('https://127.0.0.1:8443/x');
  });

  it('refuses with the headers of every other answer', async () => {
    const { headers } = await ask('/api/outlets', { authorization: 'Bearer x' });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('serves again when HTTPS or the setting is off', async () => {
    plain.setHttpsPort(undefined);
    expect((await ask('/x')).statusCode).toBe(404);
    plain.setHttpsPort(8443);
    expect((await ask('/x')).statusCode).toBe(308);
    settings.set(false);
    expect((await ask('/x')).statusCode).toBe(404);
  });

  it('accepts no stream, and names the new address', async () => {
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(portOf(), '127.0.0.1', () =>
        socket.write('GET /ws HTTP/1.1\r\nHost: pdu:8080\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
      );
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      socket.on('close', () => resolve(text));
    });
    expect(answer).toContain('308 Permanent Redirect\r\nLocation: https://pdu:8443/ws\r\n');
  });
});

describe('plain HTTP that redirects to HTTPS, with the simulator', () => {
  beforeEach(() => begin('simulator'));

  it.each(CREDENTIALS)('redirects a request with a credential too: %s %j %s', async (path, headers, method) => {
    expect((await ask(path, headers, method)).statusCode).toBe(308);
  });
});
