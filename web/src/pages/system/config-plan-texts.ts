import type { Schema } from '../../api/client.js';
import { words } from '../../language/words.js';

type Change = Schema['ConfigPlan']['changes'][number];
/** The names of the objects of the configuration now, by section and id, such as `groups.3`. */
export type NamesByPath = ReadonlyMap<string, string>;

/** One member that a change sets: what it is, and its value before and after. */
export interface MemberChange {
  readonly label: string;
  readonly before?: string;
  readonly after?: string;
}

/** The object of a change in words, such as "Outlet: Mail server" or "Time zone". */
export function objectOf({ path, before, after }: Change, names: NamesByPath): string {
  const [section = '', ...rest] = path.split('.');
  const id = rest.join('.');
  if (section === 'settings') return settingLabel(id);
  const name = names.get(path) ?? nameIn(after) ?? nameIn(before) ?? id;
  const kind = (words.configuration.sections as Readonly<Record<string, string>>)[section] ?? section;
  return words.configuration.named(kind, name);
}

/** The members of a change, each with its values as text. */
export function membersOf({ path, before, after }: Change): MemberChange[] {
  if (!isObject(before) && !isObject(after)) {
    return [{ label: path.startsWith('settings.') ? '' : memberLabel(path), ...texts(before, after) }];
  }
  const [from, to] = [isObject(before) ? before : {}, isObject(after) ? after : {}];
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return keys.map((key) => ({ label: memberLabel(key), ...texts(from[key], to[key]) }));
}

const texts = (before: unknown, after: unknown): Omit<MemberChange, 'label'> => ({
  ...(before !== undefined && { before: textOf(before) }),
  ...(after !== undefined && { after: textOf(after) }),
});

/** A value in words; a list with commas, an object as its members. */
function textOf(value: unknown): string {
  if (value === null || value === '') return words.common.none;
  if (typeof value === 'boolean') return value ? words.common.on : words.common.off;
  if (Array.isArray(value)) return value.length === 0 ? words.common.none : value.map(textOf).join(', ');
  if (isObject(value)) {
    const members = Object.entries(value).map(([key, member]) => `${memberLabel(key)} ${textOf(member)}`);
    return members.length === 0 ? words.common.none : members.join(', ');
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const settingLabel = (key: string): string =>
  (words.conf as Readonly<Record<string, { readonly label: string } | undefined>>)[key]?.label ?? spaced(key);

const memberLabel = (key: string): string =>
  (words.configuration.members as Readonly<Record<string, string | undefined>>)[key] ?? spaced(key);

/** A key that has no words of its own, as words: `sshPublicKey` is "ssh public key". */
const spaced = (key: string): string => key.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();

const NAMES = ['name', 'username', 'outletName', 'groupName', 'inletName', 'bankName', 'relayName', 'sensorName'];

function nameIn(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const name = NAMES.map((key) => value[key]).find((each) => typeof each === 'string');
  return typeof name === 'string' ? name : undefined;
}
