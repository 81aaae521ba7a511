import { parsePointName, type PointName } from './point-names.js';
import type { ModelProfile } from './profile.js';
import {
  aFlag,
  aList,
  aMap,
  aNumber,
  aRecord,
  aText,
  aWholeNumber,
  aWordLike,
  oneOf,
  optional,
  type Problems,
  type Shape,
} from './shape.js';
import {
  LINK_KINDS,
  REGISTER_TYPES,
  type GpioLinkProfile,
  type GpioPointProfile,
  type LinkKind,
  type LinkProfile,
  type ModbusLinkProfile,
  type ModbusPointProfile,
  type PointProfile,
  type SnmpLinkProfile,
  type SnmpPointProfile,
  type WiringProfile,
} from './wiring.js';

const aPort = optional(aWholeNumber(1, 65_535));
const aTimeout = optional(aWholeNumber(20, 2_000));
const anOid = aWordLike(/^\.?1(\.(\d{1,10}|#))+$/, 'an object identifier as 1.3.6.1.4.1.318.1.1.26.9.2.3.1.5.#');
const anInteger = aWholeNumber(-2_147_483_648, 4_294_967_295);

const LINKS = {
  modbus: {
    kind: oneOf('modbus'),
    host: optional(aText),
    port: aPort,
    path: optional(aText),
    baudRate: optional(aWholeNumber(300, 4_000_000)),
    parity: optional(oneOf('none', 'even', 'odd')),
    stopBits: optional(aWholeNumber(1, 2)),
    timeout: aTimeout,
    bridge: optional(aWholeNumber(0, 100)),
  } satisfies Record<keyof ModbusLinkProfile, Shape>,
  snmp: {
    kind: oneOf('snmp'),
    host: aText,
    port: aPort,
    version: optional(oneOf('1', '2c', '3')),
    community: optional(aText),
    user: optional(aText),
    authProtocol: optional(oneOf('md5', 'sha', 'sha256', 'sha512')),
    authKey: optional(aText),
    privProtocol: optional(oneOf('des', 'aes', 'aes256')),
    privKey: optional(aText),
    timeout: aTimeout,
  } satisfies Record<keyof SnmpLinkProfile, Shape>,
  gpio: {
    kind: oneOf('gpio'),
    chip: aWordLike(/^[\w./-]{1,100}$/, 'the name of a GPIO chip, as gpiochip0'),
  } satisfies Record<keyof GpioLinkProfile, Shape>,
} satisfies Record<LinkKind, Readonly<Record<string, Shape>>>;

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
};
const ADDRESS = aWholeNumber(0, 65_535);
const STEP = optional(aWholeNumber(0, 10_000));

const POINTS = {
  modbus: aRecord({
    ...ANY_POINT,
    unit: aWholeNumber(0, 255),
    table: oneOf('coil', 'discrete', 'holding', 'input'),
    address: ADDRESS,
    type: optional(oneOf(...REGISTER_TYPES)),
    wordOrder: optional(oneOf('big', 'little')),
    step: STEP,
    write: optional(
      aRecord({
        table: oneOf('coil', 'holding'),
        address: ADDRESS,
        on: optional(aWholeNumber(0, 65_535)),
        off: optional(aWholeNumber(0, 65_535)),
        step: STEP,
      }),
    ),
  } satisfies Record<keyof ModbusPointProfile, Shape>),
  snmp: aRecord({
    ...ANY_POINT,
    oid: anOid,
    shift: optional(aWholeNumber(-1, 10_000)),
    write: optional(aRecord({ oid: anOid, on: anInteger, off: anInteger })),
  } satisfies Record<keyof SnmpPointProfile, Shape>),
  gpio: aRecord({
    ...ANY_POINT,
    lines: aList(aWholeNumber(0, 1023), 1, 1024),
    activeLow: optional(aFlag),
  } satisfies Record<keyof GpioPointProfile, Shape>),
};

const aLink: Shape = (value, key) => {
  const kind = memberOf(value, 'kind');
  const known = LINK_KINDS.find((each) => each === kind);
  return known ? aRecord(LINKS[known])(value, key) : oneOf(...LINK_KINDS)(kind, `${key}.kind`);
};

const LINKS_SHAPE = aMap(aLink, 1, 16);

/** Checks the members of a wiring, each point by the kind of its link. {@link wiringProblems} checks them together. */
export const aWiring: Shape = (value, key) => {
  const structure = aRecord({ links: LINKS_SHAPE, points: aList(() => [], 1, 20_000) })(value, key);
  if (structure.length > 0) return structure;
  const { links, points } = value as { links: Record<string, LinkProfile>; points: unknown[] };
  return points.flatMap((point, index) => {
    const at = `${key}.points[${index}]`;
    const link = oneOf(...Object.keys(links))(memberOf(point, 'link'), `${at}.link`);
    if (link.length > 0) return link;
    const { kind } = links[String(memberOf(point, 'link'))] as LinkProfile;
    return POINTS[kind](point, at);
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
    if (link.kind === 'modbus' && (link.host === undefined) === (link.path === undefined)) {
      return [`${at} must have a host (TCP) or a path (RTU), and not both`];
    }
    if (link.kind !== 'snmp') return [];
    const needed = link.version === '3' ? 'user' : 'community';
    return link[needed] === undefined ? [`${at}.${needed} is missing; version ${link.version ?? '2c'} needs it`] : [];
  });
}

function repeatedPoints(name: PointName, seen: Set<string>, at: string): Problems {
  const again = name.names.filter((each) => seen.has(each));
  for (const each of name.names) seen.add(each);
  return again.map((each) => `${at}.point names ${each} a second time`);
}

function pointProblems(point: PointProfile, { row, names }: PointName, wiring: WiringProfile, at: string): Problems {
  const problems: string[] = [];
  const isBit = 'lines' in point || ('table' in point && (point.table === 'coil' || point.table === 'discrete'));
  if (row.kind === 'number') {
    if (isBit) problems.push(`${at} is one bit, and ${point.point} a number`);
  } else if (!isBit && (point.on === undefined || point.off === undefined)) {
    problems.push(`${at} must say with on and off which numbers mean what`);
  }
  if ('write' in point && row.kind !== 'relay') problems.push(`${at}.write has no place at what cannot be switched`);
  if ('lines' in point && point.lines.length !== names.length) {
    problems.push(`${at}.lines must have ${names.length} entries, one for each object`);
  }
  if ('oid' in point && names.length > 1 && !point.oid.includes('#')) {
    problems.push(`${at}.oid must have a # for the number of the object`);
  }
  if (row.kind === 'relay' && 'table' in point) problems.push(...writeProblems(point, at));
  if (row.kind === 'relay' && 'oid' in point && !point.write && Array.isArray(point.on)) {
    problems.push(`${at}.write must say what to send, for on is a list`);
  }
  if (wiring.links[point.link]?.kind === 'gpio' && row.kind === 'number') {
    problems.push(`${at} is a line of a chip, which is no number`);
  }
  return problems;
}

function writeProblems(point: ModbusPointProfile, at: string): Problems {
  const { table, write, on } = point;
  if (!write) {
    if (table === 'discrete' || table === 'input') return [`${at}.write is missing: ${table} cannot be written`];
    return table === 'holding' && Array.isArray(on) ? [`${at}.write must say what to send, for on is a list`] : [];
  }
  if (write.table === 'holding' && (write.on === undefined || write.off === undefined)) {
    return [`${at}.write must say what to send with on and off`];
  }
  return [];
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
