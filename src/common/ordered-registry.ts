/** Entries that modules register at start, each under a name of a list; they are read in the order of the list. */
export abstract class OrderedRegistry<Name extends string, Entry> {
  readonly #entries = new Map<Name, Entry>();
  #inOrder: readonly [Name, Entry][] = [];

  protected constructor(private readonly names: readonly Name[]) {}

  add(name: Name, entry: Entry): void {
    if (this.#entries.has(name)) throw new Error(`"${name}" is registered already.`);
    this.#entries.set(name, entry);
    this.#inOrder = this.names.flatMap((each) => {
      const known = this.#entries.get(each);
      return known === undefined ? [] : [[each, known] satisfies [Name, Entry]];
    });
  }

  has(name: Name): boolean {
    return this.#entries.has(name);
  }

  /** The registered entries. */
  all(): readonly [Name, Entry][] {
    return this.#inOrder;
  }
}
