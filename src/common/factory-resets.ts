import { Injectable } from '@nestjs/common';
import type { Cause } from './cause.js';

/** What a factory reset does to one part of a module. */
export interface FactoryReset {
  /** The entities whose rows it brings back to those of a new controller. */
  readonly tables: readonly object[];
  /** What is slow or may fail, before anything is written: the unit of work waits for nobody. */
  readonly prepare?: () => Promise<void>;
  /** Joins the running unit of work; what is in memory follows after its commit. */
  readonly reset: (cause: Cause) => Promise<void>;
}

/** Modules say here what a factory reset does to them, and which of their tables it keeps and why. */
@Injectable()
export class FactoryResets {
  readonly #resets = new Map<string, FactoryReset>();
  readonly #kept = new Map<object, string>();

  /** Called once at start, under a name that nobody else has. */
  add(name: string, reset: FactoryReset): void {
    if (this.#resets.has(name)) throw new Error(`A factory reset named ${name} is registered already.`);
    this.#resets.set(name, reset);
  }

  /** Says that a factory reset leaves these tables alone. */
  keep(reason: string, ...tables: readonly object[]): void {
    for (const table of tables) this.#kept.set(table, reason);
  }

  /** What is slow of all resets. Call it before the unit of work. */
  async prepare(): Promise<void> {
    for (const { prepare } of this.#resets.values()) await prepare?.();
  }

  /** All resets, one after the other. Call it inside one unit of work, so that they are one. */
  async run(cause: Cause): Promise<void> {
    for (const { reset } of this.#resets.values()) await reset(cause);
  }

  /** The tables that a reset empties or brings back. */
  get tables(): ReadonlySet<object> {
    return new Set([...this.#resets.values()].flatMap(({ tables }) => tables));
  }

  /** The tables that it keeps, each with the reason. */
  get kept(): ReadonlyMap<object, string> {
    return this.#kept;
  }
}
