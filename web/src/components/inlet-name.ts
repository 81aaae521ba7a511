import { words } from '../language/words.js';
import type { LiveStore } from '../live/live-store.js';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The name of one object in a list, with its number if another object of the list has the same name. */
export function distinctName(objects: readonly Named[], id: string): string {
  const place = objects.findIndex((object) => object.id === id);
  const name = objects[place]?.name ?? id;
  const isShared = objects.some((other) => other.id !== id && other.name === name);
  return isShared ? words.overview.numbered(name, place + 1) : name;
}

/** The name of an inlet among the others: with A or B on a transfer switch, with a number if two have the same name. */
export function inletName(store: Pick<LiveStore, 'all'>, id: string): string {
  const inlets = store.all('inlets').map((inlet) => ({
    id: inlet.id,
    name: inlet.atsInletId ? `${inlet.atsInletId}: ${inlet.inletName}` : inlet.inletName,
  }));
  return distinctName(inlets, id);
}
