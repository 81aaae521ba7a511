/** The place of one outlet in the picture, counted from 0. */
export interface RackPlace {
  readonly row: number;
  readonly column: number;
}

/** Outlets side by side in a flat unit, which has the width of a rack. */
const FLAT_COLUMNS = 8;
/** A strip with more outlets than this has two columns. */
const ONE_COLUMN = 12;

/**
 * The places of outlets in their physical order: a strip of 0U counts down its columns, a flat unit counts along its rows.
 */
export function rackLayout(count: number, isStrip: boolean): { places: RackPlace[]; rows: number; columns: number } {
  const columns = isStrip ? (count > ONE_COLUMN ? 2 : 1) : Math.max(1, Math.min(FLAT_COLUMNS, count));
  const rows = Math.ceil(count / columns);
  const places = Array.from({ length: count }, (_, index) =>
    isStrip
      ? { row: index % rows, column: Math.floor(index / rows) }
      : { row: Math.floor(index / columns), column: index % columns },
  );
  return { places, rows, columns };
}

/** A run of neighbours of one bank in one column of a strip, or in one row of a flat unit. */
export interface BankRun {
  readonly bankId: string;
  /** The column of a strip; the row of a flat unit. */
  readonly lane: number;
  readonly from: number;
  readonly length: number;
}

export function bankRuns(bankIds: readonly string[], places: readonly RackPlace[], isStrip: boolean): BankRun[] {
  const runs: BankRun[] = [];
  bankIds.forEach((bankId, index) => {
    const { row = 0, column = 0 } = places[index] ?? {};
    const [lane, at] = isStrip ? [column, row] : [row, column];
    const last = runs.at(-1);
    if (last && last.bankId === bankId && last.lane === lane) {
      runs[runs.length - 1] = { ...last, length: last.length + 1 };
    } else runs.push({ bankId, lane, from: at, length: 1 });
  });
  return runs;
}

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The outlet that a key moves the focus to: the neighbour, or the first or last one; undefined if there is none. */
export function neighbour(places: readonly RackPlace[], index: number, key: string): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return places.length - 1;
  const step = STEPS[key];
  const here = places[index];
  if (!step || !here) return undefined;
  const found = places.findIndex(({ row, column }) => row === here.row + step[0] && column === here.column + step[1]);
  return found < 0 ? undefined : found;
}
