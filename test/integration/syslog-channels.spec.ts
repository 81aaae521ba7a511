import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Authority } from '../support/servers/certificates.js';
import { someTargets } from '../support/modules/outbound-targets.js';
import { SyslogServer } from '../support/servers/syslog-server.js';
import type { SettingsStore } from '../../src/settings/settings.store.js';
import type { SyslogTarget } from '../../src/syslog/syslog-target.js';
import type { SyslogChannel } from '../../src/syslog/channels/syslog-channel.js';
import { openChannel } from '../../src/syslog/syslog.service.js';
import type { StreamChannel } from '../../src/syslog/channels/stream.channel.js';

const authority = new Authority();
const EUROS = '€'.repeat(300);

describe('a channel to a syslog server', () => {
  const opened: { close(): unknown }[] = [];
  afterEach(async () => {
    for (const each of opened.splice(0).reverse()) await each.close();
  });

  const serving = async (starting: Promise<SyslogServer>): Promise<SyslogServer> => {
    const server = await starting;
    opened.push({ close: () => server.stop() });
    return server;
  };
  const channelTo = (target: SyslogTarget): SyslogChannel => {
    const channel = openChannel(target, someTargets());
    opened.push(channel);
    return channel;
  };
  const sendAll = async (channel: SyslogChannel, ...texts: string[]): Promise<void> => {
    for (const text of texts) await channel.send(Buffer.from(text));
  };

  it.each(['udp', 'tcp', 'tls'] as const)(
    'sends nothing over %s to a target that is refused to actions',
    async (protocol) => {
      const udp = await serving(SyslogServer.udp());
      const tcp = await serving(SyslogServer.tcp());
      const { port } = protocol === 'udp' ? udp : tcp;
      const closed = someTargets({ get: (() => false) as SettingsStore['get'] });
      const sending = (host: string) => {
        const channel = openChannel({ host, port, protocol }, closed);
        opened.push(channel);
        return channel.send(Buffer.from('one'));
      };
      await expect(sending('169.254.169.254')).rejects.toThrow(/169\.254\.169\.254 port \d+ is a link-local address/);
      for (const host of ['127.0.0.1', 'localhost', '::ffff:127.0.0.1']) {
        await expect(sending(host)).rejects.toThrow(/is this machine itself \(allowLocalTargets is off\)/);
      }
      expect([udp.messages, tcp.messages, tcp.connections]).toEqual([[], [], 0]);
    },
  );

  describe('over UDP', () => {
    it('sends each message as a datagram', async () => {
      const server = await serving(SyslogServer.udp());
      await sendAll(channelTo({ host: '127.0.0.1', port: server.port, protocol: 'udp' }), 'one', EUROS);
      expect(await server.received(2)).toEqual(['one', EUROS]);
    });

    it('accepts a host name as the address', async () => {
      const channel = channelTo({ host: 'localhost', port: 9, protocol: 'udp' });
      await expect(channel.send(Buffer.from('one'))).resolves.toBeUndefined();
    });

    it('reports a name that does not exist', async () => {
      const channel = channelTo({ host: 'nobody.invalid', port: 514, protocol: 'udp' });
      await expect(channel.send(Buffer.from('one'))).rejects.toThrow(/nobody\.invalid/);
    });
  });

  describe.each([
    ['TCP', 'tcp', () => SyslogServer.tcp()],
    ['TLS', 'tls', () => SyslogServer.tls(authority.server('127.0.0.1', 'localhost'))],
  ] as const)('over %s', (_, protocol, start) => {
    const target = (port: number): SyslogTarget => ({
      host: '127.0.0.1',
      port,
      protocol,
      trusted: authority.certificate,
    });

    it('sends each message with its length in bytes before it, over one connection', async () => {
      const server = await serving(start());
      await sendAll(channelTo(target(server.port)), 'one', EUROS, 'two\nlines');
      expect(await server.received(3)).toEqual(['one', EUROS, 'two\nlines']);
      expect(server.connections).toBe(1);
    });

    it('reconnects after the server has closed the connection', async () => {
      const server = await serving(start());
      const channel = channelTo(target(server.port)) as StreamChannel;
      await sendAll(channel, 'one');
      await server.received(1);
      server.hangUp();
      while (channel.isConnected) await new Promise((resolve) => setImmediate(resolve));
      await sendAll(channel, 'two');
      expect(await server.received(2)).toEqual(['one', 'two']);
      expect(server.connections).toBe(2);
    });

    it('reports that no server listens, and connects when one does', async () => {
      const { port, stop } = await start();
      await stop();
      const channel = channelTo(target(port));
      await expect(channel.send(Buffer.from('one'))).rejects.toThrow(/ECONNREFUSED/);
      if (protocol === 'tls') return;
      const server = await serving(SyslogServer.tcp(port));
      await sendAll(channel, 'two');
      expect(await server.received(1)).toEqual(['two']);
    });

    it('rejects a message in flight when it is closed', async () => {
      const silent = await aSilentServer();
      const channel = channelTo(target(silent.port));
      const sending = channel.send(Buffer.alloc(20_000_000));
      await silent.connected;
      channel.close();
      await expect(sending).rejects.toThrow();
    });
  });

  describe('over TLS trusts', () => {
    const attempt = async (target: Partial<SyslogTarget>, ...names: string[]): Promise<unknown> => {
      const server = await serving(SyslogServer.tls(authority.server(...names)));
      const channel = channelTo({ host: 'localhost', port: server.port, protocol: 'tls', ...target });
      return channel.send(Buffer.from('one')).then(
        () => 'sent',
        (error: unknown) => (error as NodeJS.ErrnoException).code,
      );
    };

    it('a server of the configured authority, by name and by address', async () => {
      const trusted = authority.certificate;
      expect(await attempt({ trusted, host: 'localhost' }, 'localhost')).toBe('sent');
      expect(await attempt({ trusted, host: '127.0.0.1' }, '127.0.0.1')).toBe('sent');
    });

    it('nobody of an unknown authority', async () => {
      expect(await attempt({ host: '127.0.0.1' }, '127.0.0.1')).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
    });

    it('nobody of another authority than the configured one', async () => {
      const trusted = new Authority().certificate;
      expect(await attempt({ trusted, host: '127.0.0.1' }, '127.0.0.1')).toMatch(/UNABLE_TO_VERIFY|SELF_SIGNED|ISSUER/);
    });

    it('nobody with a certificate of another name', async () => {
      const trusted = authority.certificate;
      expect(await attempt({ trusted, host: '127.0.0.1' }, 'log.example')).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
    });
  });

  it('fails after 3 s if the server accepts the connection and does not answer', async () => {
    const silent = await aSilentServer();
    const channel = channelTo({ host: '127.0.0.1', port: silent.port, protocol: 'tls' });
    await expect(channel.send(Buffer.from('one'))).rejects.toThrow('Connecting took longer than 3 s');
  });

  /** A server that accepts connections and reads nothing. */
  async function aSilentServer(): Promise<{ port: number; connected: Promise<unknown> }> {
    const server: Server = createServer({ pauseOnConnect: true });
    const connected = new Promise((resolve) =>
      server.on('connection', (socket) => {
        opened.push({ close: () => socket.destroy() });
        socket.on('error', () => undefined);
        resolve(undefined);
      }),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    opened.push({ close: () => new Promise((resolve) => server.close(resolve)) });
    return { port: (server.address() as AddressInfo).port, connected };
  }
});
