import { isSame } from './changed-of.js';

/** A member that somebody else has changed; one of an object within is named after it: `device.address`. */
export interface Meanwhile {
  readonly name: string;
  readonly value: unknown;
}

type Members = Readonly<Record<string, unknown>>;

/** The parameters of an event or action belong to its code: what happens to one happens to both. */
const WITH: Readonly<Record<string, string>> = { params: 'code' };

const nameOf = (name: string): string => WITH[name] ?? name;
const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const membersOf = (value: unknown): Members => (isMembers(value) ? value : {});

/** The members that a form is about to send and somebody else has changed since it was opened, to another value. */
export function changedMeanwhile(changed: object, before: object, now: object, within = ''): readonly Meanwhile[] {
  const [was, is] = [membersOf(before), membersOf(now)];
  const found = Object.entries(changed).flatMap(([name, mine]): readonly Meanwhile[] => {
    if (isMembers(mine)) return changedMeanwhile(mine, membersOf(was[name]), membersOf(is[name]), `${within}${name}.`);
    const isOther = !isSame(is[name] ?? '', was[name] ?? '') && !isSame(is[name] ?? '', mine ?? '');
    return isOther ? [{ name: within + nameOf(name), value: name in WITH ? undefined : is[name] }] : [];
  });
  return found.filter(({ name }, place) => found.findIndex((each) => each.name === name) === place);
}

/** The rest of what is sent without the members of these names. */
export function without<Changed extends object>(changed: Changed, names: ReadonlySet<string>, within = ''): Changed {
  const left = Object.entries(changed).flatMap(([name, value]: [string, unknown]) => {
    if (names.has(within + nameOf(name))) return [];
    if (!isMembers(value)) return [[name, value]];
    const rest = without(value, names, `${within}${name}.`);
    return Object.keys(rest).length > 0 ? [[name, rest]] : [];
  });
  return Object.fromEntries(left) as Changed;
}
