import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { EventEmitter } from 'node:events';
import type { ProtocolName } from '../common/access.js';
import type { Millis } from '../common/clock.js';
import { Mutex } from '../common/mutex.js';
import { OrderedRegistry } from '../common/ordered-registry.js';
import type { ProtocolFacts } from '../common/health-facts.js';
import { inCircles, type PortHolder } from '../common/port-holder.js';
import { Ticks } from '../kernel/ticks.js';
import { SettingsStore } from '../settings/settings.store.js';
import { HttpsServerService } from '../tls/https-server.service.js';
import type { ProtocolTraffic } from './protocol-traffic.js';

export const PROTOCOL_NAMES = [
  'snmp',
  'ssh',
  'nut',
  'modbus',
  'redfish',
  'mqtt',
] as const satisfies readonly ProtocolName[];

/** The state of a protocol server. */
export interface ProtocolServerState {
  readonly enabled: boolean;
  /** The port on which it listens; undefined while it does not. */
  readonly port: number | undefined;
  /** The reason why it does not serve as set, in a sentence that a user can act on. */
  readonly problem: string | undefined;
  /** A sentence about a setting that works but is dangerous. */
  readonly warning?: string | undefined;
  readonly traffic: ProtocolTraffic;
}

/** A server of one protocol, which follows its settings. */
export interface ProtocolServer {
  state(): ProtocolServerState;
  /** Its port, for a server over TCP with one of its own. */
  readonly holder?: PortHolder;
  /** Applies the settings: called once HTTP listens and after each change of a setting. Never rejects. */
  adjust(): Promise<void>;
  /** Called once a second. */
  onTick(uptime: Millis): void;
  /** Closes its port and its connections. Called once; nothing is opened afterwards. */
  stop(): Promise<void>;
}

/** The protocol servers of all modules: they start once HTTP listens, which needs a first reading of the hardware. */
@Injectable()
export class ProtocolServers
  extends OrderedRegistry<ProtocolName, ProtocolServer>
  implements OnModuleInit, BeforeApplicationShutdown
{
  readonly #mutex = new Mutex();
  #isStarted = false;

  constructor(
    private readonly http: HttpAdapterHost,
    private readonly settings: SettingsStore,
    private readonly ticks: Ticks,
    private readonly https: HttpsServerService,
  ) {
    super(PROTOCOL_NAMES);
  }

  onModuleInit(): void {
    (this.http.httpAdapter.getHttpServer() as EventEmitter | undefined)?.once('listening', () => {
      this.#isStarted = true;
      void this.adjust();
    });
    this.settings.onChange(() => void this.adjust());
    this.ticks.onTick('upkeep', ({ uptime }) => this.all().forEach(([, server]) => server.onTick(uptime)));
  }

  /** The state of the servers that are switched on; undefined if none is. */
  get facts(): ProtocolFacts | undefined {
    const enabled = this.all()
      .map(([, server]) => server.state())
      .filter((state) => state.enabled);
    if (enabled.length === 0) return undefined;
    const problems = enabled.flatMap(({ problem }) => problem ?? []);
    return {
      problem: problems.length === 0 ? undefined : problems.join(' '),
      isWarning: enabled.some(({ warning }) => warning !== undefined),
    };
  }

  /** Resolves when every server has applied the settings, or has reported why it cannot. */
  adjust(): Promise<void> {
    return this.#mutex.run(() => this.#adjust());
  }

  async #adjust(): Promise<void> {
    if (!this.#isStarted) return;
    await this.#adjustUntilStill();
    const circle = inCircles(this.#holders);
    if (circle.length === 0) return;
    await Promise.all(circle.map((holder) => holder.release()));
    await this.#adjustUntilStill();
  }

  /** A port that one of them has given up is free for another one that wanted it at the same time. */
  async #adjustUntilStill(): Promise<void> {
    const isMissing = (): boolean => this.#holders.some(({ missingPort }) => missingPort !== undefined);
    for (let before = ''; before !== this.#ports;) {
      before = this.#ports;
      await Promise.all(this.all().map(([, server]) => server.adjust()));
      if (!isMissing()) return;
      await this.https.adjust();
    }
  }

  /** HTTPS follows its settings by itself, and takes part where ports are given from one server to another. */
  get #holders(): PortHolder[] {
    return [this.https, ...this.all().flatMap(([, { holder }]) => holder ?? [])];
  }

  get #ports(): string {
    return this.#holders.map(({ port }) => port).join();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.all().map(([, server]) => server.stop()));
  }
}
