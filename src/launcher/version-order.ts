const VERSION = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9A-Za-z.-]{1,64}))?$/;

/** True for `1.2.3` and `1.2.3-rc.1`. */
export const isVersion = (text: unknown): text is string => typeof text === 'string' && VERSION.test(text);

/** Negative when `a` is older than `b`, positive when newer, by the rules of semantic versioning. */
export function compareVersions(a: string, b: string): number {
  const [before, after] = [partsOf(a), partsOf(b)];
  for (const index of [0, 1, 2] as const) {
    if (before.numbers[index] !== after.numbers[index]) return before.numbers[index] - after.numbers[index];
  }
  return comparePrereleases(before.prerelease, after.prerelease);
}

function partsOf(version: string) {
  const [, major, minor, patch, prerelease] = VERSION.exec(version) ?? [];
  const numbers: [number, number, number] = [Number(major), Number(minor), Number(patch)];
  return { numbers, prerelease: prerelease?.split('.') };
}

/** A version without a prerelease is newer than one with it: 1.0.0-rc.1 comes before 1.0.0. */
function comparePrereleases(a: string[] | undefined, b: string[] | undefined): number {
  if (!a || !b) return Number(Boolean(b)) - Number(Boolean(a));
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const order = compareIdentifiers(a[index], b[index]);
    if (order !== 0) return order;
  }
  return 0;
}

function compareIdentifiers(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1;
  const [left, right] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (left && right) return Number(a) - Number(b);
  if (left !== right) return left ? -1 : 1; // numbers come before words
  return a < b ? -1 : a > b ? 1 : 0;
}
