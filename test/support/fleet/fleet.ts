import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HubKeysService } from '../../../src/hub/authority/hub-keys.service.js';
import { HubLinkService } from '../../../src/hub/link/hub-link.service.js';
import { makeCertificateRequest } from '../../../src/tls/certificate-request.js';
import { aHub, type Hub } from '../app/hub.js';
import { aPdu, type Client, type Pdu } from '../app/pdu.js';
import { forSockets, scaledTimeLimit } from '../time/time-limits.js';
import { VirtualClock } from '../time/virtual-clock.js';

const HALF_HOUR = 1_800_000;

/** A hub and a controller that may join it, on one clock that stands still until the test moves it. */
export class Fleet {
  readonly folder = mkdtempSync(join(tmpdir(), 'rackfeed-fleet-'));
  #pdu: Pdu | undefined;

  private constructor(
    readonly clock: VirtualClock,
    readonly hub: Hub,
    readonly operator: Client,
  ) {}

  /** @param env variables of the hub */
  static async start(env: Readonly<Record<string, string>> = {}): Promise<Fleet> {
    const clock = new VirtualClock(new Date().toISOString()); // TLS judges certificates by the clock of the machine
    const hub = await aHub({ clock, env });
    return new Fleet(clock, hub, await hub.as('admin'));
  }

  get link(): HubLinkService {
    return this.hub.app.get(HubLinkService);
  }

  get pdu(): Pdu {
    if (!this.#pdu) throw new Error('There is no controller yet.');
    return this.#pdu;
  }

  /** A token as its operator gets it. */
  async aToken(wanted: { accept?: boolean; uses?: number; hours?: number } = {}): Promise<string> {
    const answer = await this.operator.post('/api/fleet/enrolments', { site: 'north', ...wanted });
    return answer.body.token as string;
  }

  /** Another key with a certificate of a PDU, as an intruder may have stolen one. */
  async credentialOf(pdu: string): Promise<{ key: string; cert: string; ca: string }> {
    const { authority } = this.hub.app.get(HubKeysService).current;
    const { key, request } = makeCertificateRequest({
      ...{ commonName: 'a PDU', names: { hosts: [], addresses: [] }, keyType: 'ec' },
    });
    return { key, cert: await authority.issue(request, pdu, Date.now()), ca: authority.certificate };
  }

  /** Starts the controller, or starts it again with what it has stored. */
  async startPdu(env: Readonly<Record<string, string>> = {}): Promise<Pdu> {
    await this.#pdu?.stop();
    const own = { RACKFEED_HUB: `127.0.0.1:${this.link.port}`, ...env };
    return (this.#pdu = await aPdu({ dataDir: this.folder, clock: this.clock, env: own }));
  }

  /** Lets seconds pass at both, and what each has begun at real sockets happen meanwhile. */
  async seconds(count: number): Promise<void> {
    for (let second = 0; second < count; second++) {
      this.clock.advance(1000);
      await this.hub.poll();
      await this.#pdu?.poll();
      await forSockets();
    }
  }

  /** Lets seconds pass until it holds, for half an hour at least: a broker is asked again after ten minutes at most. */
  async until(holds: () => boolean | Promise<boolean>): Promise<void> {
    const limit = AbortSignal.timeout(scaledTimeLimit(60_000));
    const end = this.clock.uptime() + HALF_HOUR;
    while (!(await holds())) {
      if (this.clock.uptime() > end) limit.throwIfAborted();
      await this.seconds(1);
    }
  }

  async stop(): Promise<void> {
    await this.#pdu?.stop();
    await this.hub.stop();
    rmSync(this.folder, { recursive: true });
  }
}
