import { Injectable } from '@nestjs/common';
import { OrderedRegistry } from '../ordered-registry.js';
import { SECRET_MASK } from '../secret-mask.js';
import type { Cause } from '../cause.js';
import type { DocumentCheck } from './document-check.js';
import type { MapId } from './part-ids.js';

/** An entry's id and the members that differ from their defaults; undefined when none differs. */
export function omitDefaults<T extends { readonly id: string }>(entry: T, defaults: T): Partial<T> | undefined {
  const differs = ([member, value]: [string, unknown]) => value !== defaults[member as keyof T];
  const members = Object.entries(entry).filter(differs);
  if (members.length === 0) return undefined;
  return Object.fromEntries([['id', entry.id], ...members]) as Partial<T>;
}

/**
 * The sections of the configuration document in their order. A section may name objects of those before it: users name
 * roles, events name actions. A module with configuration is listed here and registers its section at start.
 */
export const SECTIONS = [
  'settings',
  'pdus',
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
  'webhooks',
  'redfishSubscriptions',
] as const;

export type SectionName = (typeof SECTIONS)[number];

/** The processes whose documents have a section. */
export function rolesOfSection(name: SectionName): readonly ('controller' | 'hub')[] {
  if (name === 'pdus') return ['hub'];
  return ['settings', 'roles', 'users'].includes(name) ? ['controller', 'hub'] : ['controller'];
}

/** A secret inside the content of a section. A document carries it encrypted or not at all. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }

  /** Never the secret, so that no message or log that contains this object shows it. */
  toJSON(): string {
    return SECRET_MASK;
  }
}

/**
 * One section. `Content` is its complete configuration with defaults written out: an object, or a list of entries with
 * an `id` each; keys are always in the same order, and each secret is a {@link Secret}.
 */
export interface ConfigSection<Content extends object> {
  /** The current content. */
  read(): Content;
  /** The part of the content that a document contains: defaults may be left out. Without this method all of it. */
  toDocument?(content: Content, withSecrets: boolean): object | Promise<object>;
  /** A document's content with the ids of PDU parts mapped; absent where it names none. `given` is any JSON value. */
  mapIds?(given: unknown, map: MapId): Promise<unknown>;
  /**
   * The content that `read` will return once a document's content is applied. Never throws for an invalid document:
   * problems are reported to `check`. `given` is any JSON value.
   */
  check(given: unknown, check: DocumentCheck): Promise<Content> | Content;
  /** Applies the content. Joins the running transaction and updates memory after its commit. Switches no relay. */
  apply(wanted: Content, cause: Cause): Promise<void>;
}

/** The registered sections of all modules. */
@Injectable()
export class ConfigSections extends OrderedRegistry<SectionName, ConfigSection<object>> {
  constructor() {
    super(SECTIONS);
  }
}
