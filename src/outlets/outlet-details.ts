import { differenceOf } from '../common/objects.js';

/** The device behind an outlet, as it is stored: without the members that nobody has set. */
export interface OutletDevice {
  readonly name?: string;
  /** IP address or host name. */
  readonly address?: string;
  readonly assetTag?: string;
  /** The lowest unit of the rack that it takes, 1 to 60. */
  readonly rackUnit?: number;
  /** May have several lines. */
  readonly notes?: string;
  /** Shared by the outlets that feed the same device. */
  readonly feed?: string;
}

/** In the order in which they are shown. */
export const DEVICE_MEMBERS = ['name', 'address', 'assetTag', 'rackUnit', 'notes', 'feed'] as const;
type DeviceMember = (typeof DEVICE_MEMBERS)[number];

/** Labels by their keys, which are sorted. */
export type Labels = Readonly<Record<string, string>>;

/** The names of the devices that an outlet feeds, each once; never empty. */
export type Consumers = readonly string[];

/** Everything that a user can say of an outlet besides its settings; null where there is nothing. */
export interface OutletDetails {
  readonly device: OutletDevice | null;
  readonly labels: Labels | null;
  readonly consumers: Consumers | null;
}

/** A change of some members; null takes a member away. */
export type DeviceChange = { readonly [Member in DeviceMember]?: OutletDevice[Member] | null | undefined };
export type LabelsChange = Readonly<Record<string, string | null>>;

export const LABELS_OF_OUTLET = 16;
export const CONSUMERS_OF_OUTLET = 8;
export const LABEL_KEY = /^[a-z0-9._-]{1,40}$/;

/** A label that outlets must have, with any value or with this one. */
export interface LabelFilter {
  readonly key: string;
  readonly value: string | undefined;
}

const FILTER = /^([a-z0-9._-]{1,40})(?::(.{1,400}))?$/su;

/** The filter that `key` or `key:value` stands for; undefined for other text. */
export function labelFilter(text: string): LabelFilter | undefined {
  const [, key, value] = FILTER.exec(text) ?? [];
  return key === undefined ? undefined : { key, value };
}

/** The device after a change, the same object if nothing differs. A change of null takes all of it away. */
export function changedDevice(before: OutletDevice | null, change: DeviceChange | null): OutletDevice | null {
  if (change === null) return null;
  const members = DEVICE_MEMBERS.flatMap((member) => {
    const value = change[member] === undefined ? before?.[member] : change[member];
    return value === undefined || value === null ? [] : [[member, value] as const];
  });
  const after = Object.fromEntries(members) as OutletDevice;
  return sameOrNew(before, members.length === 0 ? null : after);
}

/** The labels after a change, the same object if nothing differs. A change of null takes all of them away. */
export function changedLabels(before: Labels | null, change: LabelsChange | null): Labels | null {
  if (change === null) return null;
  const all = Object.entries({ ...before, ...change }).filter((entry): entry is [string, string] => entry[1] !== null);
  all.sort(([one], [other]) => (one < other ? -1 : 1));
  return sameOrNew(before, all.length === 0 ? null : Object.fromEntries(all));
}

/** The consumers as a change has them, the same list if nothing differs; null and an empty list are none. */
export function changedConsumers(before: Consumers | null, wanted: Consumers | null): Consumers | null {
  return sameOrNew(before, wanted === null || wanted.length === 0 ? null : wanted);
}

function sameOrNew<T extends object>(before: T | null, after: T | null): T | null {
  if (before === null || after === null) return after;
  const isSame = Object.keys(before).length === Object.keys(after).length && !differenceOf(before, after);
  return isSame ? before : Object.freeze(after);
}

/** The members of details that differ, as they were and as they are; null stands for a member that is not there. */
export function differingMembers(before: object | null, after: object | null): { before: object; after: object } {
  const [from, to] = [new Map(Object.entries(before ?? {})), new Map(Object.entries(after ?? {}))];
  const names = [...new Set([...from.keys(), ...to.keys()])].filter((name) => from.get(name) !== to.get(name));
  const of = (members: ReadonlyMap<string, unknown>) =>
    Object.fromEntries(names.map((name) => [name, members.get(name) ?? null]));
  return { before: of(from), after: of(to) };
}

const sizes = new WeakMap<object, number>();

/** The bytes that details take in a configuration document. */
export function sizeOf({ device, labels, consumers }: OutletDetails): number {
  const size = (details: object | null): number => {
    if (details === null) return 0;
    const known = sizes.get(details) ?? Buffer.byteLength(JSON.stringify(details));
    sizes.set(details, known);
    return known;
  };
  return size(device) + size(labels) + size(consumers);
}
