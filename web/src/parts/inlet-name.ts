import { live, useLiveSummary } from '../live/live.js';
import type { LiveStore } from '../live/live-store.js';
import { distinctName } from './distinct-name.js';

/** What an inlet is called where others stand beside it: with A or B on a transfer switch, else told apart by number. */
export function inletName(store: Pick<LiveStore, 'all'>, id: string): string {
  const inlets = store.all('inlets').map((inlet) => ({
    id: inlet.id,
    name: inlet.atsInletId ? `${inlet.atsInletId}: ${inlet.inletName}` : inlet.inletName,
  }));
  return distinctName(inlets, id);
}

export const useInletName = (id: string): string => useLiveSummary(() => inletName(live, id));
