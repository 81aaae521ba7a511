import type { BrokerSetup, BrokerWanted } from '../../common/broker-setup.js';
import { SystemClock } from '../../common/clock.js';
import type { RuntimeConfig } from '../../config/runtime-config.js';
import { storedRows } from '../../database/stored-rows.js';
import type { FleetAuthority } from '../authority/fleet-authority.js';
import { HubKeysService } from '../authority/hub-keys.service.js';
import { brokerFiles, natsFiles, revocationsOf, type Member } from './broker-files.js';

/** The files of brokers beside a hub, for commands on its machine. */
export class StoredBrokerSetup implements BrokerSetup {
  readonly #now = new SystemClock().now();

  private constructor(
    private readonly authority: FleetAuthority,
    private readonly pdus: readonly Member[],
  ) {}

  /** Reads what is stored of a hub, which may run. Throws ConfigError. */
  static async read(config: RuntimeConfig): Promise<StoredBrokerSetup> {
    const { authority } = await HubKeysService.stored(config, new SystemClock());
    const rows = await storedRows(config, 'SELECT "id", "state" FROM "pdu"');
    return new StoredBrokerSetup(authority, rows as unknown as Member[]);
  }

  files(wanted: BrokerWanted, older?: string): Promise<ReadonlyMap<string, string>> {
    return brokerFiles(this.authority, { ...wanted, pdus: this.pdus, revocations: older, now: this.#now });
  }

  natsFiles(wanted: Omit<BrokerWanted, 'bridge'>): Promise<ReadonlyMap<string, string>> {
    return natsFiles(this.authority, { ...wanted, pdus: this.pdus, now: this.#now });
  }

  revoked(older?: string): Promise<string> {
    return revocationsOf(this.authority, this.pdus, this.#now, older);
  }
}
