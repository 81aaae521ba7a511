import { Injectable, Logger } from '@nestjs/common';
import { Db } from '../../database/db.js';
import { storeRows } from '../../database/rows.js';
import { LoadedProfile } from './loaded-profile.js';
import { PduProfileEntity, PduStateEntity } from './pdu-state.entity.js';

/** After so many new profiles, or so many bytes of them, those that no PDU has any more are deleted. */
const DELETE_AFTER = { profiles: 100, bytes: 32 * 1024 * 1024 } as const;

/** The profiles of all PDUs, in memory and in the database. */
@Injectable()
export class ProfilesStore {
  readonly #logger = new Logger('FleetState');
  readonly #profiles = new Map<string, LoadedProfile>();
  #sinceDeletion = { profiles: 0, bytes: 0 };

  constructor(private readonly db: Db) {}

  async load(): Promise<void> {
    await this.#deleteUnused();
    for (const { hash, data } of await this.db.all(PduProfileEntity)) {
      try {
        this.#profiles.set(hash, new LoadedProfile(data));
      } catch (error) {
        this.#logger.warn(`A stored profile is not readable, so it is asked for again: ${(error as Error).message}`);
      }
    }
  }

  get(hash: string): LoadedProfile | undefined {
    return this.#profiles.get(hash);
  }

  /** The same, also one that another hub has stored since the start. Throws WireError. */
  async find(hash: string): Promise<LoadedProfile | undefined> {
    const known = this.#profiles.get(hash);
    if (known) return known;
    const row = await this.db.read.findOneBy(PduProfileEntity, { hash });
    if (!row) return undefined;
    const profile = new LoadedProfile(row.data);
    this.#profiles.set(hash, profile);
    return profile;
  }

  /** Takes a profile as it came, and stores it. Throws WireError. */
  async add(bytes: Buffer): Promise<LoadedProfile> {
    const profile = new LoadedProfile(bytes);
    const { hash } = profile;
    await this.db.transaction((entities) => storeRows(entities, PduProfileEntity, [{ hash, data: bytes }], 'hash'));
    this.#profiles.set(hash, profile);
    const since = this.#sinceDeletion;
    since.bytes += bytes.length;
    if (++since.profiles >= DELETE_AFTER.profiles || since.bytes >= DELETE_AFTER.bytes) {
      await this.#deleteUnused();
      this.#profiles.clear(); // each PDU that uses one has it
    }
    return profile;
  }

  /** Those that came a minute ago stand in no row yet; if they are deleted, they are asked for again at the next start. */
  async #deleteUnused(): Promise<void> {
    this.#sinceDeletion = { profiles: 0, bytes: 0 };
    const [profiles, states] = [PduProfileEntity, PduStateEntity].map((each) => this.db.tableOf(each).tableName);
    await this.db.transaction((entities) =>
      entities.query(
        `DELETE FROM "${profiles}" WHERE "hash" NOT IN (SELECT "profile" FROM "${states}" WHERE "profile" IS NOT NULL)`,
      ),
    );
  }
}
