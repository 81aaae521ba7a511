/**
 * PDUs of a fleet that speak to a real hub over real TLS, as a test says.
 *
 *   const hub = await aHub();
 *   const fleet = new FleetBench(hub);
 *   const pdu = await fleet.aPdu();             // enrolled, accepted and connected
 *   pdu.hello();
 *   fleet.cut(pdu);                             // its line breaks
 */
import { encodeUp } from '../../../src/fleet-wire/messages.js';
import { downFilter, upTopic } from '../../../src/fleet-wire/topics.js';
import { HubKeysService } from '../../../src/hub/authority/hub-keys.service.js';
import { HubLinkService } from '../../../src/hub/link/hub-link.service.js';
import { HubLink } from '../../../src/hub/link/hub-link.js';
import { PdusService } from '../../../src/hub/pdus/pdus.service.js';
import { makeCertificateRequest } from '../../../src/tls/certificate-request.js';
import type { Hub } from '../app/hub.js';
import { MqttReader } from '../clients/mqtt-reader.js';
import { FleetPdu } from './fleet-pdu.js';
import { eventually } from '../time/time-limits.js';
import { aStoredPdu } from './stored-pdu.js';

interface Credential {
  readonly key: string;
  readonly cert: string;
  readonly ca: string;
}

export class FleetBench {
  readonly #lines = new Map<FleetPdu, MqttReader>();
  readonly #credentials = new Map<string, Credential>();
  #count = 0;

  /** @param hub the hub, or another one that runs on the data of the first after a restart */
  constructor(public hub: Hub) {}

  /** A PDU that is enrolled and accepted, and connected unless it is not to be. */
  async aPdu(isConnected = true): Promise<FleetPdu> {
    const { id } = await aStoredPdu(this.hub, { name: `Rack ${++this.#count}`, model: 'switched-2' });
    const { authority } = this.hub.app.get(HubKeysService).current;
    const { key, request } = makeCertificateRequest({
      ...{ commonName: 'a PDU', names: { hosts: [], addresses: [] }, keyType: 'ec' },
    });
    const cert = await authority.issue(request, id, Date.now());
    this.#credentials.set(id, { key, cert, ca: authority.certificate });
    const pdu = new FleetPdu({ site: 'north', shard: 0, pdu: id }, (topic, payload) => this.#send(pdu, topic, payload));
    if (isConnected) await this.connect(pdu);
    return pdu;
  }

  /** Resolves when the hub knows of the connection, and what it sends arrives. */
  async connect(pdu: FleetPdu): Promise<void> {
    const { port } = this.hub.app.get(HubLinkService);
    const will = { topic: upTopic(pdu.address, 'gone'), payload: encodeUp('gone', { run: pdu.run }), qos: 1 as const };
    const credential = this.#credentials.get(pdu.id);
    const line = await MqttReader.connect(`mqtts://127.0.0.1:${port}`, pdu.id, { ...credential, will });
    line.client.on('message', (topic, payload) => pdu.onMessage(topic, payload));
    await line.subscribe(downFilter(pdu.address), 1);
    this.#lines.set(pdu, line);
    await eventually(() => this.isConnected(pdu));
  }

  /** The line breaks without a word; resolves when the hub knows. */
  async cut(pdu: FleetPdu): Promise<void> {
    this.#lines.get(pdu)?.breakConnection();
    this.#lines.delete(pdu);
    await eventually(() => !this.isConnected(pdu));
  }

  isConnected(pdu: FleetPdu): boolean {
    const known = this.hub.app.get(PdusService).find(pdu.id);
    return this.hub.app.get(HubLink).isConnected(known);
  }

  /** Ends all connections, before the hub stops. */
  async end(): Promise<void> {
    for (const line of this.#lines.values()) await line.end();
    this.#lines.clear();
  }

  #send(pdu: FleetPdu, topic: string, payload: Buffer): void {
    void this.#lines
      .get(pdu)
      ?.publish(topic, payload, 1)
      .catch(() => undefined);
  }
}
