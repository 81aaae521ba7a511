/** A part on the way of the power, as far as its place depends on it. */
export interface PathPart {
  readonly id: string;
  readonly kind: 'inlet' | 'line' | 'bank' | 'outlet';
  /** Ids of the parts that its current comes from. */
  readonly parents: readonly string[];
}

export interface PathNode<Part extends PathPart> {
  readonly node: Part;
  readonly watts: number;
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

export interface PathFlow<Part extends PathPart> {
  readonly key: string;
  readonly from: PathNode<Part>;
  readonly to: PathNode<Part>;
  readonly watts: number;
  /** Centres of its ends, and its width. */
  readonly y1: number;
  readonly y2: number;
  readonly width: number;
}

export interface PathLayout<Part extends PathPart> {
  readonly boxes: PathNode<Part>[];
  readonly flows: PathFlow<Part>[];
  /** Height of the whole, px: that wanted, or more if the texts need it. */
  readonly height: number;
  /** Height of an outlet with the space around it, px. */
  readonly outletSlot: number;
  /** Distance of the columns, px. */
  readonly columnWidth: number;
  /** Height of a watt, px. */
  readonly scale: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const GAP = 3;
/** A box has at least the height of its text; that of an outlet is small where there are many. */
const LEAST = { inlet: 34, line: 32, bank: 32 } as const;
const LEAST_OUTLET = { few: 9, many: 7 } as const;
/** Height that each outlet has if there are few, px. */
const FEW = 14;
const KINDS = ['inlet', 'line', 'bank', 'outlet'] as const;
export const BOX = 8;
/** Space at the right for the names of the outlets. */
const NAMES = 128;

/**
 * The places of the parts on the way of the power, and the widths of what flows between them, which are as their watts.
 * @param wattsOf the power of a part, 0 if it is unknown
 */
export function pathLayout<Part extends PathPart>(
  nodes: readonly Part[],
  wattsOf: (node: Part) => number,
  { width, height: wanted }: Size,
): PathLayout<Part> {
  const columns = KINDS.map((kind) => nodes.filter((node) => node.kind === kind)).filter((list) => list.length > 0);
  const outlets = Math.max(1, nodes.filter(({ kind }) => kind === 'outlet').length);
  const leastOutlet = wanted / outlets < FEW ? LEAST_OUTLET.many : LEAST_OUTLET.few;
  const leastOf = ({ kind }: Part): number => (kind === 'outlet' ? leastOutlet : LEAST[kind]);
  const heightOf = (list: readonly Part[], scale: number): number =>
    list.reduce((sum, node) => sum + Math.max(leastOf(node), wattsOf(node) * scale) + GAP, 0);
  const tallest = (scale: number): number => Math.max(0, ...columns.map((list) => heightOf(list, scale)));
  const height = Math.max(wanted, tallest(0));
  const scale = largestScale(height, columns, wattsOf, tallest);
  const room = Math.max(1, columns.length - 1);
  const boxes = columns.flatMap((list, place) => {
    const gap = Math.max(0, height - heightOf(list, scale)) / list.length + GAP;
    let y = gap / 2;
    return list.map((node): PathNode<Part> => {
      const watts = wattsOf(node);
      const box = {
        node,
        watts,
        x: (place * (width - NAMES)) / room,
        y,
        height: Math.max(leastOf(node), watts * scale),
      };
      y += box.height + gap;
      return box;
    });
  });
  return {
    boxes,
    flows: flowsOf(boxes, scale),
    height,
    outletSlot: height / outlets,
    columnWidth: (width - NAMES) / room,
    scale,
  };
}

/** The height of a watt with which the fullest column has just room, px. */
function largestScale<Part extends PathPart>(
  height: number,
  columns: readonly (readonly Part[])[],
  wattsOf: (node: Part) => number,
  tallest: (scale: number) => number,
): number {
  let [low, high] = [0, height / Math.max(1, ...columns.map((list) => list.reduce((sum, n) => sum + wattsOf(n), 0)))];
  for (let step = 0; step < 20; step++) {
    const middle = (low + high) / 2;
    if (tallest(middle) > height) high = middle;
    else low = middle;
  }
  return low;
}

/**
 * The flows from each part to the next. A part between two lines takes half from each; of the inlets of a transfer
 * switch each gives what it delivers.
 */
function flowsOf<Part extends PathPart>(boxes: readonly PathNode<Part>[], scale: number): PathFlow<Part>[] {
  const byId = new Map(boxes.map((box) => [box.node.id, box]));
  const usedFrom = new Map<string, number>();
  const usedTo = new Map<string, number>();
  const top = (box: PathNode<Part>): number => box.y + (box.height - box.watts * scale) / 2;
  return boxes.flatMap((to) => {
    const parents = to.node.parents.flatMap((id) => byId.get(id) ?? []);
    const all = parents.reduce((sum, { watts }) => sum + watts, 0);
    return parents.map((from): PathFlow<Part> => {
      const isTransfer = from.node.kind === 'inlet' && parents.length > 1;
      const share = isTransfer ? (all === 0 ? 0 : from.watts / all) : 1 / parents.length;
      const watts = to.watts * share;
      const [used1, used2] = [usedFrom.get(from.node.id) ?? 0, usedTo.get(to.node.id) ?? 0];
      usedFrom.set(from.node.id, used1 + watts * scale);
      usedTo.set(to.node.id, used2 + watts * scale);
      return {
        ...{ key: `${from.node.id} ${to.node.id}`, from, to, watts, width: watts * scale },
        y1: from.watts > 0 ? top(from) + used1 + (watts * scale) / 2 : from.y + from.height, // below its name
        y2: top(to) + used2 + (watts * scale) / 2,
      };
    });
  });
}
