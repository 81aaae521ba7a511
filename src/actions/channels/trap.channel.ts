import { Injectable } from '@nestjs/common';
import type { NetSnmp, Session } from 'net-snmp';
import { Clock } from '../../kernel/clock.js';
import type { Target } from '../../outbound/outbound-targets.service.js';
import { hostAndPort } from '../../settings/formats.js';
import { SettingsStore } from '../../settings/settings.store.js';
import type { Firing } from '../firing.js';
import type { Delivery } from './channel.js';
import { isReached, Outbound } from './outbound.service.js';
import { SnmpEngine } from './snmp-engine.service.js';
import { CurrentTrapFacts } from './trap-facts.service.js';
import { netSnmp } from '../../kernel/snmp/library.js';
import { sendTrap, speakFor } from './trap-session.js';
import { missingForV3, trapUser } from './trap-user.js';
import { trapOf, type Trap } from './trap.message.js';
import { never, printable } from './undelivered.js';

const TRAP_PORT = 162;

/** Opens a session to a checked address. */
type Opening = (snmp: NetSnmp, target: Target) => Session | Promise<Session>;

/** Sends SNMP traps. */
@Injectable()
export class TrapChannel {
  constructor(
    private readonly outbound: Outbound,
    private readonly settings: SettingsStore,
    private readonly facts: CurrentTrapFacts,
    private readonly engine: SnmpEngine,
    private readonly clock: Clock,
  ) {}

  preview(firing: Firing): Trap {
    return trapOf(firing, this.facts.of(firing));
  }

  /** @param host with `:port` or without (162) */
  sendV2(host: string, community: string, firing: Firing): Promise<Delivery> {
    return this.#send(host, firing, (snmp, { address, ...target }) =>
      snmp.createSession(address, community, { version: snmp.Version2c, ...overUdp(target) }),
    );
  }

  /** What must be set before a trap of version 3 can leave, as a sentence. */
  obstacleOfV3(): string | undefined {
    const missing = missingForV3(this.settings);
    return missing && `SNMPv3 traps are not configured: ${missing}.`;
  }

  /** As the user of the settings. @param host with `:port` or without (162) */
  async sendV3(host: string, firing: Firing): Promise<Delivery> {
    const obstacle = this.obstacleOfV3();
    if (obstacle !== undefined) return never(obstacle);
    const delivery = await this.#send(host, firing, async (snmp, { address, ...target }) => {
      const engine = await this.engine.running();
      const options = { ...overUdp(target), engineID: engine.id };
      return speakFor(snmp.createV3Session(address, trapUser(this.settings, snmp), options), engine);
    });
    return delivery.delivered ? { delivered: true, detail: await this.#asEngine() } : delivery;
  }

  /** A receiver must be told the engine's id before it can check who sends. */
  async #asEngine(): Promise<string> {
    const { id } = await this.engine.running();
    return `Sent as engine 0x${id.toString('hex')}; nobody confirms a trap.`;
  }

  async #send(host: string, firing: Firing, open: Opening): Promise<Delivery> {
    const manager = hostAndPort(host);
    if (!manager) return never(`"${printable(host)}" is not a host name or address.`);
    return this.outbound.send(async () => {
      const target = await this.outbound.reach(manager.host, manager.port ?? TRAP_PORT);
      if (!isReached(target)) return target;
      const snmp = await netSnmp();
      return sendTrap(snmp, await open(snmp, target), this.preview(firing), this.#hundredths);
    });
  }

  /** TimeTicks begin anew after 497 days. */
  get #hundredths(): number {
    return Math.floor(this.clock.uptime() / 10) % 2 ** 32;
  }
}

const overUdp = ({ family, port }: Pick<Target, 'family' | 'port'>) => ({
  transport: family === 6 ? ('udp6' as const) : ('udp4' as const),
  trapPort: port,
});
