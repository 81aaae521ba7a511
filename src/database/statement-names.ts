/** The most statements that one connection keeps prepared. */
const MAX_NAMED = 64;
const MAX_SEEN = 256;

/** A connection pooler has given the connection of the server that had prepared them to somebody else. */
const LOST = new Set(['26000', '42P05']);

/** Prepared statements of the connections of one pool; `isLasting` becomes false once one of them was lost. */
export interface Preparing {
  isLasting: boolean;
}

/**
 * The names under which one connection to PostgreSQL keeps statements prepared, so that the server parses and plans a text
 * that comes again only once: of a statement with many rows this is most of what it costs.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #seen = new Set<string>();

  constructor(private readonly preparing: Preparing = { isLasting: true }) {}

  /** True for the error of a server that does not have a statement of this name, or another one. It has done nothing then. */
  static isLost(error: unknown): boolean {
    return LOST.has(String((error as { readonly code?: unknown } | undefined)?.code));
  }

  /** No statement has a name from now on, on no connection of the pool. */
  giveUp(): void {
    this.preparing.isLasting = false;
  }

  /** Undefined for a text that comes for the first time, and for one that only reads: that is planned by its values. */
  nameOf(sql: string): string | undefined {
    if (!this.preparing.isLasting || !sql.startsWith('INSERT ')) return undefined;
    const known = this.#names.get(sql);
    if (known !== undefined) return known;
    if (!this.#seen.has(sql)) {
      if (this.#seen.size >= MAX_SEEN) this.#seen.clear();
      this.#seen.add(sql);
      return undefined;
    }
    if (this.#names.size >= MAX_NAMED) return undefined;
    const name = `rackfeed_${this.#names.size + 1}`;
    this.#names.set(sql, name);
    return name;
  }
}
