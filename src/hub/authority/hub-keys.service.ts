import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  X509Certificate,
  type KeyObject,
} from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { renameDurably } from '../../common/durable-file.js';
import { errorMessage } from '../../common/text.js';
import { ConfigError, RuntimeConfig } from '../../config/runtime-config.js';
import { dataFile, IN_MEMORY } from '../../database/data-folder.js';
import { HUB_AUTHORITY } from '../../database/folder-role.js';
import { PdusService } from '../pdus/pdus.service.js';
import { FleetAuthority } from './fleet-authority.js';

/** The identity of a hub: its PDUs have pinned the authority and the key of commands. */
export interface HubKeys {
  readonly authority: FleetAuthority;
  /** The key with which commands are signed, Ed25519. */
  readonly signing: KeyObject;
  /** Its public key, as PEM. */
  readonly signingPublic: string;
  /** SHA-256 of the certificate of the authority (DER), base64url: a part of each token. */
  readonly fingerprint: string;
}

const KEY = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----\n/g;

/**
 * The keys of the hub in one file of the data folder (0600): the key and certificate of the authority, and the key of
 * commands. Made at the first start; a hub that has PDUs never makes new ones, which none of them would trust.
 */
@Injectable()
export class HubKeysService {
  readonly #logger = new Logger('Hub');
  #keys: HubKeys | undefined;

  constructor(
    private readonly config: RuntimeConfig,
    private readonly clock: Clock,
    @Inject(PdusService) private readonly pdus: Pick<PdusService, 'all'>,
  ) {}

  /** Throws before {@link open}. */
  get current(): HubKeys {
    if (!this.#keys) throw new Error('The keys of the hub are not open yet.');
    return this.#keys;
  }

  /** Opens the stored keys, or makes them at the first start. Throws {@link ConfigError}. */
  async open(): Promise<HubKeys> {
    return (this.#keys ??= await this.#open());
  }

  /** The stored keys, for commands that only read. Throws {@link ConfigError} where there are none. */
  static async stored(config: RuntimeConfig, clock: Clock): Promise<HubKeys> {
    const service = new HubKeysService(config, clock, { all: [] });
    const stored = await service.#read();
    if (stored === undefined)
      throw new ConfigError([`RACKFEED_DATA_DIR holds no ${HUB_AUTHORITY}: start the hub first.`]);
    return service.#parsed(stored);
  }

  async #open(): Promise<HubKeys> {
    const stored = await this.#read();
    if (stored !== undefined) return this.#parsed(stored);
    const count = this.pdus.all.length;
    if (count > 0) {
      throw new ConfigError([
        `RACKFEED_DATA_DIR has lost ${HUB_AUTHORITY}, which ${count} PDUs trust; put it back from a backup.`,
      ]);
    }
    return this.#make();
  }

  async #make(): Promise<HubKeys> {
    const authority = await FleetAuthority.create(this.clock.now());
    const { privateKey } = generateKeyPairSync('ed25519');
    const { key, chain } = authority.stored;
    const text = key + chain + privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const { dataDir } = this.config;
    if (dataDir !== IN_MEMORY) {
      try {
        const path = dataFile(dataDir, HUB_AUTHORITY);
        await writeFile(`${path}.new`, text, { mode: 0o600 });
        await renameDurably(`${path}.new`, path);
      } catch (error) {
        // Certificates of an authority that is lost at the next start would be worth nothing.
        throw new ConfigError([`RACKFEED_DATA_DIR cannot take ${HUB_AUTHORITY}: ${errorMessage(error)}.`]);
      }
    }
    const keys = keysOf(authority, privateKey);
    const { fingerprint256 } = new X509Certificate(authority.certificate);
    this.#logger.log(`Made the authority of the fleet: SHA-256 ${fingerprint256}.`);
    return keys;
  }

  async #read(): Promise<string | undefined> {
    const { dataDir } = this.config;
    if (dataDir === IN_MEMORY) return undefined;
    try {
      return await readFile(dataFile(dataDir, HUB_AUTHORITY), 'utf8');
    } catch (error) {
      const { code = 'unreadable' } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return undefined;
      throw new ConfigError([`RACKFEED_DATA_DIR holds a ${HUB_AUTHORITY} that cannot be read (${code}).`]);
    }
  }

  async #parsed(text: string): Promise<HubKeys> {
    try {
      const [key = '', signing = ''] = text.match(KEY) ?? [];
      const chain = text.replaceAll(KEY, '');
      if (!new X509Certificate(chain).checkPrivateKey(createPrivateKey(key))) throw new Error('its key is another');
      const signingKey = createPrivateKey(signing);
      if (signingKey.asymmetricKeyType !== 'ed25519') throw new Error('the key of commands is of another kind');
      return keysOf(await FleetAuthority.open({ key, chain }), signingKey);
    } catch (error) {
      throw new ConfigError([
        `RACKFEED_DATA_DIR holds a damaged ${HUB_AUTHORITY} (${errorMessage(error)}); put it back from a backup.`,
      ]);
    }
  }
}

const keysOf = (authority: FleetAuthority, signing: KeyObject): HubKeys => ({
  authority,
  signing,
  signingPublic: createPublicKey(signing).export({ type: 'spki', format: 'pem' }).toString(),
  fingerprint: createHash('sha256').update(new X509Certificate(authority.certificate).raw).digest('base64url'),
});
