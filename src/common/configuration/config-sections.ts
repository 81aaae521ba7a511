import { Injectable } from '@nestjs/common';
import type { Cause } from '../cause.js';
import type { DocumentCheck } from './document-check.js';
import type { MapId } from './part-ids.js';

/** An entry of the configuration document with its id and the members that differ from their defaults; undefined when none does. */
export function omitDefaults<T extends { readonly id: string }>(entry: T, defaults: T): Partial<T> | undefined {
  const differs = ([member, value]: [string, unknown]) => value !== defaults[member as keyof T];
  const members = Object.entries(entry).filter(differs);
  if (members.length === 0) return undefined;
  return Object.fromEntries([['id', entry.id], ...members]) as Partial<T>;
}

/**
 * The sections of the configuration document in their order. A section may name objects of those before it: users name
 * roles, events name actions. A module that an operator can set up has its line here and registers it at start.
 */
export const SECTIONS = [
  'settings',
  'roles',
  'users',
  'inlets',
  'banks',
  'sensors',
  'outlets',
  'relayOutputs',
  'groups',
  'actions',
  'events',
] as const;

export type SectionName = (typeof SECTIONS)[number];

/** A secret inside the content of a section. A document carries it encrypted or not at all. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }

  /** Never the secret: also in a message or a log that somebody makes of it. */
  toJSON(): string {
    return '--------';
  }
}

/**
 * One section. `Content` is its whole truth, with defaults written out: an object, or a list of entries with an `id`
 * each; keys always in the same order, {@link Secret} wherever a secret stands.
 */
export interface ConfigSection<Content extends object> {
  /** As it is now. */
  read(): Content;
  /** What of it stands in a document: what has its default may be left out. All of it where this is absent. */
  toDocument?(content: Content, withSecrets: boolean): object | Promise<object>;
  /** A document's content with the ids of parts of the PDU mapped; absent where it names none. `given` is any JSON value. */
  mapIds?(given: unknown, map: MapId): Promise<unknown>;
  /**
   * What `read` will answer once a document's content is applied. Never throws for what is wrong with it: that is told
   * to `check`. `given` is any JSON value.
   */
  check(given: unknown, check: DocumentCheck): Promise<Content> | Content;
  /** Makes it so. Joins the running unit of work; memory follows after its commit. Moves no relay. */
  apply(wanted: Content, cause: Cause): Promise<void>;
}

/** The modules' sections. */
@Injectable()
export class ConfigSections {
  readonly #sections = new Map<SectionName, ConfigSection<object>>();

  add<Content extends object>(name: SectionName, section: ConfigSection<Content>): void {
    if (this.#sections.has(name)) throw new Error(`A section named ${name} is registered already.`);
    this.#sections.set(name, section);
  }

  /** Those that are registered, in the order of the document. */
  all(): [SectionName, ConfigSection<object>][] {
    return SECTIONS.flatMap((name) => {
      const section = this.#sections.get(name);
      return section ? [[name, section] satisfies [SectionName, ConfigSection<object>]] : [];
    });
  }
}
