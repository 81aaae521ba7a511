import type { PathPart } from './path-layout.js';

/** The shade of a part in the picture and in the path, 1 to 3; 0 for one that belongs to no phase alone. */
export type Shade = 0 | 1 | 2 | 3;

const shadeAt = (place: number): Shade => ((place % 3) + 1) as Shade;

/**
 * The shade of each part: a line has its own, a bank that of its line, an outlet that of its bank. A bank between two
 * lines has that of the first of them in the order L1 → L2 → L3 → L1. Where there are no lines, each bank has its own.
 */
export function shadesOf(parts: readonly PathPart[]): (id: string) => Shade {
  const shades = new Map<string, Shade>();
  // The lines of each inlet are counted from 1 again.
  const inlets = [...new Set(parts.flatMap(({ kind, parents }) => (kind === 'line' ? (parents[0] ?? '') : [])))];
  for (const inlet of inlets) {
    const lines = parts.filter(({ kind, parents }) => kind === 'line' && (parents[0] ?? '') === inlet);
    lines.forEach(({ id }, place) => shades.set(id, shadeAt(place)));
  }
  const banks = parts.filter(({ kind }) => kind === 'bank');
  banks.forEach(({ id, parents }, place) => {
    const lines = parents.flatMap((parent) => shades.get(parent) ?? []).sort();
    const [first, last] = [lines[0], lines.at(-1)];
    shades.set(id, first === undefined || last === undefined ? shadeAt(place) : last - first === 2 ? last : first);
  });
  for (const { id, kind, parents } of parts) if (kind === 'outlet') shades.set(id, shades.get(parents[0] ?? '') ?? 0);
  return (id) => shades.get(id) ?? 0;
}
