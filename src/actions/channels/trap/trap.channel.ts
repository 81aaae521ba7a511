import { Injectable } from '@nestjs/common';
import type { NetSnmp, Session } from 'net-snmp';
import { Clock, type Millis } from '../../../common/clock.js';
import type { OutboundTarget } from '../../../outbound/outbound-policy.service.js';
import { hostAndPort } from '../../../common/formats.js';
import { SettingsStore } from '../../../settings/settings.store.js';
import type { EventOccurrence } from '../../event-occurrence.js';
import type { Delivery } from '../../../outbound/delivery.js';
import { isResolved, OutboundService } from '../../../outbound/outbound.service.js';
import { SnmpEngineService } from './snmp-engine.service.js';
import { TrapFactsService } from './trap-facts.service.js';
import { netSnmp } from '../../../common/snmp/library.js';
import { sendNotification, useEngine } from './trap-session.js';
import { missingV3Setting, trapUser } from './trap-user.js';
import { trapOf, type Trap } from './trap.message.js';
import { printable } from '../../../common/text.js';
import { permanentFailure } from '../../../outbound/delivery.js';

const TRAP_PORT = 162;

/** The time in which a receiver must acknowledge an INFORM. Sending it again is for the run of the action. */
const ACKNOWLEDGED_WITHIN: Millis = 5000;

/** Opens a session to a checked address. */
type OpenSession = (snmp: NetSnmp, target: OutboundTarget) => Session | Promise<Session>;

/** Sends SNMP traps. */
@Injectable()
export class TrapChannel {
  /** Longest time until an INFORM is acknowledged. */
  acknowledgedWithin = ACKNOWLEDGED_WITHIN;

  constructor(
    private readonly outbound: OutboundService,
    private readonly settings: SettingsStore,
    private readonly facts: TrapFactsService,
    private readonly engine: SnmpEngineService,
    private readonly clock: Clock,
  ) {}

  preview(occurrence: EventOccurrence): Trap {
    return trapOf(occurrence, { deviceName: this.settings.get('deviceName'), ...this.facts.of(occurrence) });
  }

  /** @param host with `:port` or without (162) */
  sendV2(host: string, community: string, occurrence: EventOccurrence, signal: AbortSignal): Promise<Delivery> {
    return this.#send(host, occurrence, signal, (snmp, { address, ...target }) =>
      snmp.createSession(address, community, { version: snmp.Version2c, ...this.#optionsOf(target) }),
    );
  }

  /** The missing settings without which no trap of version 3 can be sent, as a sentence. */
  v3UnavailableReason(): string | undefined {
    const missing = missingV3Setting(this.settings);
    return missing && `SNMPv3 traps are not configured: ${missing}.`;
  }

  /** As the user of the settings. @param host with `:port` or without (162) */
  async sendV3(host: string, occurrence: EventOccurrence, signal: AbortSignal): Promise<Delivery> {
    const unavailableReason = this.v3UnavailableReason();
    if (unavailableReason !== undefined) return permanentFailure(unavailableReason);
    const delivery = await this.#send(host, occurrence, signal, async (snmp, { address, ...target }) => {
      // The receiver's engine counts for an INFORM, and the library asks for it.
      if (this.#sendsInforms) {
        return snmp.createV3Session(address, trapUser(this.settings, snmp), this.#optionsOf(target));
      }
      const engine = await this.engine.running();
      const options = { ...this.#optionsOf(target), engineID: engine.id };
      return useEngine(snmp.createV3Session(address, trapUser(this.settings, snmp), options), engine);
    });
    if (!delivery.delivered || this.#sendsInforms) return delivery;
    return { delivered: true, detail: await this.#sentDetail() };
  }

  /** A receiver must know the engine's id before it can verify the sender. */
  async #sentDetail(): Promise<string> {
    const { id } = await this.engine.running();
    return `Sent as engine 0x${id.toString('hex')}; nobody confirms a trap.`;
  }

  async #send(host: string, occurrence: EventOccurrence, signal: AbortSignal, open: OpenSession): Promise<Delivery> {
    const manager = hostAndPort(host);
    if (!manager) return permanentFailure(`"${printable(host)}" is not a host name or address.`);
    return this.outbound.send(signal, async () => {
      const target = await this.outbound.resolve(manager.host, manager.port ?? TRAP_PORT);
      if (!isResolved(target)) return target;
      const snmp = await netSnmp();
      const trap = { ...this.preview(occurrence), upTime: this.#timeTicks };
      const kind = this.#sendsInforms ? 'inform' : 'trap';
      return sendNotification(snmp, await open(snmp, target), kind, trap, signal);
    });
  }

  #optionsOf({ family, port }: Pick<OutboundTarget, 'family' | 'port'>) {
    const transport = family === 6 ? ('udp6' as const) : ('udp4' as const);
    return { transport, trapPort: port, timeout: this.acknowledgedWithin, retries: 0 };
  }

  get #sendsInforms(): boolean {
    return this.settings.get('snmpInformEnabled');
  }

  /** TimeTicks start again from zero after 497 days. */
  get #timeTicks(): number {
    return Math.floor(this.clock.uptime() / 10) % 2 ** 32;
  }
}
