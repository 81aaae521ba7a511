/** What was written and must still be there: for each thing the values that it may have. */
export class Promises {
  readonly #values = new Map<string, readonly string[]>();

  /** A write is sent: until its answer the thing may have the old value or the new one. Ends with what the answer was. */
  async write(thing: string, value: string, answered: Promise<{ readonly status: number } | undefined>): Promise<void> {
    this.#values.set(thing, [...(this.#values.get(thing) ?? ['']), value]);
    const answer = await answered;
    if (answer?.status === 200) this.#values.set(thing, [value]);
    else if (answer) throw new Error(`The write of ${thing} was answered ${answer.status}.`);
  }

  /** Says what was seen. Answers a sentence when that is not what was promised; from then on it must stay as seen. */
  see(thing: string, value: string): string | undefined {
    const allowed = this.#values.get(thing);
    this.#values.set(thing, [value]);
    if (!allowed || allowed.includes(value)) return undefined;
    return `${thing} is "${value}" and should be ${allowed.map((each) => `"${each}"`).join(' or ')}`;
  }

  /** Things that are promised; those whose name begins so. */
  things(beginning: string): string[] {
    return [...this.#values.keys()].filter((thing) => thing.startsWith(beginning));
  }
}
