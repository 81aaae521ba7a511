import { REGISTRIES } from '../versions.js';
import type { EventFilters, RetryPolicy } from './subscription.entity.js';

/** Types of resources to which something happens. */
export const RESOURCE_TYPES = [
  'Outlet',
  'OutletGroup',
  'Circuit',
  'Sensor',
  'ManagerAccount',
  'EventDestination',
  'SoftwareInventory',
] as const;
/** The registries of the messages of events. */
export const REGISTRY_PREFIXES = Object.keys(REGISTRIES).filter((prefix) => prefix !== 'Base');
export const SEVERITIES = ['OK', 'Warning', 'Critical'];
export const RETRY_POLICIES = [
  'SuspendRetries',
  'TerminateAfterRetries',
  'RetryForeverWithBackoff',
] as const satisfies readonly RetryPolicy[];

export const MAX_SUBSCRIPTIONS = 20;
export const MAX_DESTINATION = 2048;
export const MAX_CONTEXT = 256;
/** Entries of each list of a subscription, and characters of each. */
export const MAX_FILTER = { entries: 50, length: 500 };
export const MAX_HEADERS = 8;

/** The lists of a subscription by which events are chosen, each with the words that may stand in it; undefined for any. */
export const FILTER_LISTS: Readonly<
  Record<Exclude<keyof EventFilters, 'SubordinateResources'>, readonly string[] | undefined>
> = {
  RegistryPrefixes: REGISTRY_PREFIXES,
  ResourceTypes: RESOURCE_TYPES,
  MessageIds: undefined,
  OriginResources: undefined,
  Severities: SEVERITIES,
  ExcludeMessageIds: undefined,
  ExcludeRegistryPrefixes: REGISTRY_PREFIXES,
};

/** Headers that belong to the connection or to the content. */
const RESERVED =
  /^(host|connection|content-length|content-type|transfer-encoding|upgrade|te|trailer|expect|keep-alive)$/i;

/** True for a header that a subscription may add to its requests. */
export const isHeader = (name: string, text: unknown): text is string =>
  /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name) &&
  !RESERVED.test(name) &&
  typeof text === 'string' &&
  /^[\t\x20-\x7e]{0,1000}$/.test(text);

/** Headers from their JSON; undefined for anything else. */
export function parseHeaders(json: string): Readonly<Record<string, string>> | undefined {
  try {
    const read: unknown = JSON.parse(json);
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return undefined;
    const entries = Object.entries(read);
    const isFit = entries.length <= MAX_HEADERS && entries.every(([name, text]) => isHeader(name, text));
    return isFit ? (read as Record<string, string>) : undefined;
  } catch {
    return undefined;
  }
}
