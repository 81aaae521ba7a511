import type { Access } from './access.js';
import { compressed, MIN_COMPRESSED, type Encoding } from './compression.js';

/** The bytes of a response in one content coding, or in none. */
export interface ResponseForm {
  readonly body: Buffer;
  /** Strong validator for If-None-Match: each coding has its own (RFC 9110, 8.8.3). */
  readonly etag: string;
  readonly encoding: Encoding | undefined;
}

/**
 * A response that is serialised once and sent to every HTTP client and stream client with the same permissions, until
 * the next poll cycle or write. It is compressed once for each content coding that a client asks for.
 */
export class CachedResponse implements ResponseForm {
  readonly encoding = undefined;
  readonly body: Buffer;
  readonly #encoded = new Map<Encoding, ResponseForm | Promise<ResponseForm>>();

  constructor(
    json: string | Buffer,
    readonly etag: string,
  ) {
    this.body = typeof json === 'string' ? Buffer.from(json) : json;
  }

  /** The validator of the response as a client with this content coding gets it. */
  etagIn(encoding: Encoding | undefined): string {
    return encoding === undefined || this.#isSmall ? this.etag : `${this.etag.slice(0, -1)}-${encoding}"`;
  }

  /** The response in this content coding, compressed at the first call; as it is, while too much else is compressed. */
  in(encoding: Encoding | undefined): ResponseForm | Promise<ResponseForm> {
    if (encoding === undefined || this.#isSmall) return this;
    const known = this.#encoded.get(encoding);
    if (known) return known;
    const coming = this.#compress(encoding);
    this.#encoded.set(encoding, coming);
    return coming;
  }

  async #compress(encoding: Encoding): Promise<ResponseForm> {
    const body = await compressed(this.body, encoding);
    if (!body) {
      this.#encoded.delete(encoding);
      return this;
    }
    const form = { body, etag: this.etagIn(encoding), encoding };
    this.#encoded.set(encoding, form);
    return form;
  }

  get #isSmall(): boolean {
    return this.body.length < MIN_COMPRESSED;
  }
}

/** Differs at every start of the process, so that an ETag of an earlier process never matches by chance. */
const RUN_ID = Math.floor(Math.random() * 2 ** 32).toString(36);

/** One value for each set of permissions, made when it is first asked for and kept until the revision changes. */
export class ByAccess<T extends object> {
  readonly #values = new Map<string, T>();
  #revision = -1;

  /**
   * @param revision changes whenever the values may have changed
   * @param make the value for callers with this access
   */
  constructor(
    private readonly revision: () => number,
    private readonly make: (access: Access, revision: number) => T,
  ) {}

  for(access: Access): T {
    const revision = this.revision();
    if (revision !== this.#revision) {
      this.#values.clear();
      this.#revision = revision;
    }
    const known = this.#values.get(access.key);
    if (known) return known;
    const value = this.make(access, revision);
    this.#values.set(access.key, value);
    return value;
  }

  /** Forgets all values, after a change that does not change the revision. */
  clear(): void {
    this.#values.clear();
  }
}

/** One serialised response per revision and permission set, built at the first request. */
export class CachedResponses {
  readonly #responses: ByAccess<CachedResponse>;

  /**
   * @param name distinguishes the ETags of different resources
   * @param revision changes whenever the response may have changed
   * @param build returns the content for a caller with this access, or its JSON as bytes
   */
  constructor(name: string, revision: () => number, build: (access: Access) => unknown) {
    this.#responses = new ByAccess(revision, (access, at) => {
      const content = build(access);
      const json = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content));
      return CachedResponses.once(json, name, at, access);
    });
  }

  /** A response that is not stored, with a validator like those that are. */
  static once(json: Buffer, name: string, revision: number, access: Access): CachedResponse {
    return new CachedResponse(json, `"${RUN_ID}-${name}-${revision}-${access.key}"`);
  }

  for(access: Access): CachedResponse {
    return this.#responses.for(access);
  }
}

/** A handler that answers from nothing but the permissions of the caller. */
export type CachedReadHandler = (access: Access) => CachedResponse;

const CACHED_READ = 'rackfeed:cached-read';

/**
 * Marks the GET of a cached response, whose only parameter is `@CurrentAccess()`: it is answered before Express to
 * callers who are known, by the same rules and guards.
 */
export const CachedRead =
  () =>
  (_: object, __: string | symbol, { value }: TypedPropertyDescriptor<CachedReadHandler>): void => {
    if (value) Reflect.defineMetadata(CACHED_READ, true, value);
  };

export const isCachedRead = (handler: object): boolean => Reflect.hasMetadata(CACHED_READ, handler);
