import { en } from '../language/en.js';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The name of one of several things; with its number where another of them has the same name. */
export function distinctName(things: readonly Named[], id: string): string {
  const place = things.findIndex((thing) => thing.id === id);
  const name = things[place]?.name ?? id;
  const isShared = things.some((other) => other.id !== id && other.name === name);
  return isShared ? en.overview.numbered(name, place + 1) : name;
}
