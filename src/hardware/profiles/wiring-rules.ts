import { BUSES, busOf } from '../drivers/buses.js';
import { parsePointName, type PointName } from './point-names.js';
import type { ModelProfile } from './profile.js';
import {
  aList,
  aMap,
  aNumber,
  anInteger,
  aRecord,
  aText,
  aWordLike,
  oneOf,
  optional,
  type Problems,
  type Shape,
} from './shape.js';
import type { LinkProfile, PointProfile, WiringProfile } from './wiring.js';

const numbersOnWire: Shape = (value, key) =>
  Array.isArray(value) ? aList(anInteger, 1, 20)(value, key) : anInteger(value, key);
const ANY_POINT = {
  point: aText,
  link: aText,
  source: optional(aWordLike(/^[^\p{Cc}]{1,300}$/u, 'text of 1 to 300 characters')),
  scale: optional(aNumber(-1e9, 1e9)),
  offset: optional(aNumber(-1e9, 1e9)),
  on: optional(numbersOnWire),
  off: optional(numbersOnWire),
} satisfies Record<keyof PointProfile, Shape>;

const aKind = oneOf(...BUSES.map(({ kind }) => kind));

const aLink: Shape = (value, key) => {
  const kind = memberOf(value, 'kind');
  const bus = busOf(kind);
  return bus ? aRecord({ kind: aKind, ...bus.linkKeys })(value, key) : aKind(kind, `${key}.kind`);
};

const LINKS_SHAPE = aMap(aLink, 1, 16);

/** Checks the members of a wiring, each point by the kind of its link. {@link wiringProblems} checks them together. */
export const aWiring: Shape = (value, key) => {
  const structure = aRecord({ links: LINKS_SHAPE, points: aList(() => [], 1, 20_000) })(value, key);
  if (structure.length > 0) return structure;
  const { links, points } = value as { links: Record<string, LinkProfile>; points: unknown[] };
  const aLinkName = oneOf(...Object.keys(links));
  const shapes = new Map(
    Object.entries(links).map(([name, { kind }]) => [name, aRecord({ ...ANY_POINT, ...busOf(kind)?.pointKeys })]),
  );
  return points.flatMap((point, index) => {
    const at = `${key}.points[${index}]`;
    const link = memberOf(point, 'link');
    const aPoint = typeof link === 'string' ? shapes.get(link) : undefined;
    return aPoint ? aPoint(point, at) : aLinkName(link, `${at}.link`);
  });
};

/** Checks of the wiring as a whole, against the model. */
export function wiringProblems(profile: ModelProfile): Problems {
  const { wiring } = profile;
  if (!wiring) return [];
  const seen = new Set<string>();
  const points = wiring.points.flatMap((point, index) => {
    const at = `wiring.points[${index}]`;
    const name = parsePointName(point.point, profile);
    if (typeof name === 'string') return [`${at}.point ${name}: "${point.point}"`];
    return [...repeatedPoints(name, seen, at), ...pointProblems(point, name, wiring, at)];
  });
  return [...linkProblems(wiring), ...points, ...missingRelays(profile, seen)];
}

function linkProblems({ links, points }: WiringProfile): Problems {
  return Object.entries(links).flatMap(([name, link]) => {
    const at = `wiring.links.${name}`;
    if (!points.some((point) => point.link === name)) return [`${at} is used by no point`];
    return busOf(link.kind)?.linkProblems(link, at) ?? [];
  });
}

function repeatedPoints(name: PointName, seen: Set<string>, at: string): Problems {
  const again = name.names.filter((each) => seen.has(each));
  for (const each of name.names) seen.add(each);
  return again.map((each) => `${at}.point names ${each} a second time`);
}

function pointProblems(point: PointProfile, name: PointName, { links }: WiringProfile, at: string): Problems {
  const bus = busOf(links[point.link]?.kind);
  if (!bus) return [];
  const { kind } = name.row;
  const isBit = bus.isBit(point);
  const problems: string[] = [];
  if (kind === 'number') {
    if (isBit) problems.push(`${at} is one bit, and ${point.point} a number`);
  } else if (!isBit && (point.on === undefined || point.off === undefined)) {
    problems.push(`${at} must say with on and off which numbers mean what`);
  }
  if ('write' in point && kind !== 'relay') problems.push(`${at}.write has no place at what cannot be switched`);
  return [...problems, ...bus.pointProblems(point, name, at)];
}

/** The problems of relays without a point: they could never be switched. */
function missingRelays({ outlets, outletSwitching, relayOutputs }: ModelProfile, seen: ReadonlySet<string>): Problems {
  const relays = [
    ...Array.from({ length: outletSwitching ? outlets.length : 0 }, (_, place) => `outlets.${place + 1}.state`),
    ...Array.from({ length: relayOutputs }, (_, place) => `relayOutputs.${place + 1}.state`),
  ];
  return relays.flatMap((name) => (seen.has(name) ? [] : [`wiring.points must have one for ${name}`]));
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value ? (value as Record<string, unknown>)[name] : undefined;
