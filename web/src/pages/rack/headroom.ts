import { tightest } from '../../components/power-now.js';
import type { Level, NodesById } from '../../components/power-tree.js';
import { number } from '../../language/format.js';
import { words } from '../../language/words.js';
import { live, useLiveSummary } from '../../live/live.js';
import { limitText } from './limit-text.js';

interface HeadroomNow {
  readonly level: Level;
  readonly amps: string;
  readonly text: string;
}

/** The headroom at the tightest place, as a picture of the rack and a wall show it; undefined if no rating is known. */
export function useHeadroom(nodes: NodesById): HeadroomNow | undefined {
  const text = useLiveSummary(() => JSON.stringify(headroomOf(nodes) ?? null));
  return (JSON.parse(text) as HeadroomNow | null) ?? undefined;
}

function headroomOf(nodes: NodesById): HeadroomNow | undefined {
  const room = tightest(live, (id) => nodes.get(id)?.usableAmps);
  if (!room) return undefined;
  const { id, level, left, name } = room;
  if (left === undefined) return { level, amps: number(undefined, 1), text: words.rack.noSupply };
  const text = (left < 0 ? words.rack.overOn : words.rack.leftOn)(name, limitText(nodes.get(id) ?? {}));
  return { level, amps: number(Math.abs(left), 1), text };
}
