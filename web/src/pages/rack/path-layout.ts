import type { PowerNode } from './use-power-tree.js';

export interface PathNode {
  readonly node: PowerNode;
  readonly watts: number;
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

export interface PathFlow {
  readonly key: string;
  readonly from: PathNode;
  readonly to: PathNode;
  readonly watts: number;
  /** Centres of its ends, and its width. */
  readonly y1: number;
  readonly y2: number;
  readonly width: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const GAP = 3;
/** A box has at least the height of its text. */
const LEAST = { inlet: 34, line: 20, bank: 30, outlet: 9 } as const;
const KINDS = ['inlet', 'line', 'bank', 'outlet'] as const;
export const BOX = 8;

/**
 * The places of the parts on the way of the power, and the widths of what flows between them, which are as their watts.
 * @param wattsOf the power of a part, 0 if it is unknown
 */
export function pathLayout(
  nodes: readonly PowerNode[],
  wattsOf: (node: PowerNode) => number,
  { width, height }: Size,
): { boxes: PathNode[]; flows: PathFlow[]; outletSlot: number } {
  const columns = KINDS.map((kind) => nodes.filter((node) => node.kind === kind)).filter((list) => list.length > 0);
  const least = (node: PowerNode): number => LEAST[node.kind];
  const heightAt = (scale: number): number =>
    Math.max(
      ...columns.map((list) => list.reduce((sum, node) => sum + Math.max(least(node), wattsOf(node) * scale) + GAP, 0)),
    );
  let [low, high] = [0, height / Math.max(1, ...columns.map((list) => list.reduce((sum, n) => sum + wattsOf(n), 0)))];
  for (let step = 0; step < 20; step++) {
    const middle = (low + high) / 2;
    if (heightAt(middle) > height) high = middle;
    else low = middle;
  }
  const scale = low;
  const room = Math.max(1, columns.length - 1);
  const boxes = columns.flatMap((list, place) => {
    const heights = list.map((node) => Math.max(least(node), wattsOf(node) * scale));
    const spare = Math.max(0, height - heights.reduce((sum, each) => sum + each, 0));
    const gap = spare / Math.max(1, list.length);
    let y = gap / 2;
    return list.map((node, index): PathNode => {
      const box = { node, watts: wattsOf(node), x: (place * (width - 128)) / room, y, height: heights[index] ?? 0 };
      y += box.height + gap;
      return box;
    });
  });
  const byId = new Map(boxes.map((box) => [box.node.id, box]));
  const usedFrom = new Map<string, number>();
  const usedTo = new Map<string, number>();
  const flows = boxes.flatMap((to) => {
    const parents = to.node.parents.flatMap((id) => byId.get(id) ?? []);
    const all = parents.reduce((sum, { watts }) => sum + watts, 0);
    return parents.map((from): PathFlow => {
      const isTransfer = from.node.kind === 'inlet' && parents.length > 1;
      const share = isTransfer ? (all === 0 ? 0 : from.watts / all) : 1 / parents.length;
      const watts = to.watts * share;
      const flow = Math.max(1, watts * scale);
      const [used1, used2] = [usedFrom.get(from.node.id) ?? 0, usedTo.get(to.node.id) ?? 0];
      usedFrom.set(from.node.id, used1 + watts * scale);
      usedTo.set(to.node.id, used2 + watts * scale);
      const top = (box: PathNode): number => box.y + (box.height - box.watts * scale) / 2;
      return {
        ...{ key: `${from.node.id} ${to.node.id}`, from, to, watts, width: flow },
        y1: top(from) + used1 + (watts * scale) / 2,
        y2: top(to) + used2 + (watts * scale) / 2,
      };
    });
  });
  return { boxes, flows, outletSlot: height / Math.max(1, columns.at(-1)?.length ?? 1) };
}
