import { Secret } from '../common/configuration/config-sections.js';
import { isObject } from '../common/objects.js';
import { mapInSlices } from '../common/time-slices.js';
import type { ConfigChange } from './config-document.view.js';
import { keyOf } from './split-secrets.js';

/** The differences of a section, in the order of the document. */
export async function changesOf(section: string, before: object, after: object): Promise<ConfigChange[]> {
  const from = partsOf(before);
  const to = partsOf(after);
  const removed = [...from].filter(([key]) => !to.has(key));
  const changed = await mapInSlices(to, ([key, wanted]) => changeOf(`${section}.${key}`, from.get(key), wanted));
  return [
    ...changed.flat(),
    ...removed.map(([key, gone]) => ({ kind: 'removed', path: `${section}.${key}`, before: gone }) as const),
  ];
}

const partsOf = (content: object): Map<string, unknown> =>
  Array.isArray(content)
    ? new Map(content.map((entry: unknown, place) => [keyOf(entry, place), entry]))
    : new Map(Object.entries(content));

function changeOf(path: string, before: unknown, after: unknown): ConfigChange[] {
  if (before === undefined) return [{ kind: 'created', path, after }];
  if (isSame(before, after)) return [];
  if (!isRecord(before) || !isRecord(after)) return [{ kind: 'changed', path, before, after }];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const differing = names.filter((name) => !isSame(before[name], after[name]));
  const of = (record: Record<string, unknown>) => Object.fromEntries(differing.map((name) => [name, record[name]]));
  return [{ kind: 'changed', path, before: of(before), after: of(after) }];
}

const isRecord = (value: unknown): value is Record<string, unknown> => isObject(value) && !(value instanceof Secret);

const isSame = (a: unknown, b: unknown): boolean => comparable(a) === comparable(b);

/** A value as text in which different secrets differ. Never shown. */
const comparable = (value: unknown): string => JSON.stringify([bare(value)]);

/** A value with its secrets as plain text, which JSON would replace by dashes. */
function bare(value: unknown): unknown {
  if (value instanceof Secret) return { secret: value.text };
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, bare(member)]));
}
