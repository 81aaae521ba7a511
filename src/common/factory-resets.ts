import { Injectable } from '@nestjs/common';
import type { Cause } from './cause.js';

/** The factory reset of one part of a module. */
export interface FactoryReset {
  /** The entities whose rows it restores to those of a new controller. */
  readonly tables: readonly object[];
  /** Slow or failing work, done before anything is written: the transaction must not wait. */
  readonly prepare?: () => Promise<void>;
  /** Joins the running transaction; updates memory after its commit. */
  readonly reset: (cause: Cause) => Promise<void>;
}

/** The files and folders in the data folder that a factory reset deletes. */
export interface ResetFiles {
  /** Their names there. */
  readonly names: () => readonly string[];
  /** Deletes or replaces them, once the reset is committed. A name that it rejects for is deleted at the next start. */
  readonly forget: () => Promise<void>;
}

/** Modules register here how a factory reset changes them, and which of their tables it leaves unchanged and why. */
@Injectable()
export class FactoryResets {
  readonly #resets = new Map<string, FactoryReset>();
  readonly #unchanged = new Map<object, string>();
  readonly #files: ResetFiles[] = [];

  /** Registers a reset at start, under a unique name. */
  add(name: string, reset: FactoryReset): void {
    if (this.#resets.has(name)) throw new Error(`A factory reset named ${name} is registered already.`);
    this.#resets.set(name, reset);
  }

  /** Registers files that a reset deletes. */
  addFiles(files: ResetFiles): void {
    this.#files.push(files);
  }

  /** Declares that a factory reset leaves these tables unchanged. */
  keep(reason: string, ...tables: readonly object[]): void {
    for (const table of tables) this.#unchanged.set(table, reason);
  }

  get files(): readonly ResetFiles[] {
    return this.#files;
  }

  /** The slow work of all resets. Call it before the transaction. */
  async prepare(): Promise<void> {
    for (const { prepare } of this.#resets.values()) await prepare?.();
  }

  /** Runs all resets one after another. Call it inside one transaction, so that either all or none take effect. */
  async run(cause: Cause): Promise<void> {
    for (const { reset } of this.#resets.values()) await reset(cause);
  }

  /** The tables that a reset empties or restores. */
  get tables(): ReadonlySet<object> {
    return new Set([...this.#resets.values()].flatMap(({ tables }) => tables));
  }

  /** The tables that it leaves unchanged, each with the reason. */
  get unchanged(): ReadonlyMap<object, string> {
    return this.#unchanged;
  }
}
