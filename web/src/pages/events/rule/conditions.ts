import type { Schema } from '../../../api/client.js';
import { inletName } from '../../../components/inlet-name.js';
import { objectName } from '../../../components/object-name.js';
import type { FormParam } from '../../../components/param-field.js';
import { words } from '../../../language/words.js';
import { live } from '../../../live/live.js';
import type { EventCode } from '../event-texts.js';

export type Measure = Exclude<keyof typeof words.ruleSheet.measures, 'phaseImbalance' | 'energy'>;
export type Direction = 'above' | 'below';
/** The subject of a condition: a kind of object, or a topic without objects. */
export type Family = keyof typeof words.ruleSheet.families;

interface Comparison {
  readonly measure: Measure | 'phaseImbalance' | 'energy';
  readonly direction: Direction;
}

/** The comparison of each code, in pairs of codes (above, below) where there are both; other codes compare nothing. */
const COMPARISONS = new Map<number, Comparison>(
  (
    [
      ['current', 13, 14],
      ['current', 15, 16],
      ['voltage', 17, 18],
      ['frequency', 19, 20],
      ['powerFactor', undefined, 21],
      ['energy', 22, undefined],
      ['activePower', 23, 24],
      ['apparentPower', 25, 26],
      ['reactivePower', 27, 28],
      ['phaseImbalance', 29, undefined],
      ['current', 31, 32],
      ['voltage', 33, 34],
      ['frequency', 35, 36],
      ['powerFactor', undefined, 37],
      ['energy', 38, undefined],
      ['activePower', 39, 40],
      ['apparentPower', 41, 42],
      ['reactivePower', 43, 44],
      ['current', 45, 46],
      ['temperature', 49, 50],
      ['humidity', 51, 52],
    ] as const
  ).flatMap(([measure, above, below]): [number, Comparison][] => [
    ...(above === undefined ? [] : [[above, { measure, direction: 'above' }] satisfies [number, Comparison]]),
    ...(below === undefined ? [] : [[below, { measure, direction: 'below' }] satisfies [number, Comparison]]),
  ]),
);

export const comparisonOf = (code: number | undefined): Comparison | undefined => COMPARISONS.get(code ?? 0);

const TOPICS: readonly (readonly [from: number, to: number, family: Family])[] = [
  [12, 12, 'network'],
  [53, 54, 'schedule'],
  [55, 58, 'transfer'],
  [60, 61, 'schedule'],
  [62, 65, 'inputs'],
  [102, 113, 'controller'],
];

const OBJECT_KINDS: readonly string[] = ['inlet', 'line', 'bank', 'outlet', 'sensor'];

/** True if the first parameter of the code names the object. */
const hasObject = ({ params: [first] }: EventCode): boolean => OBJECT_KINDS.includes(first?.kind ?? '');

const familyOf = (row: EventCode): Family =>
  hasObject(row)
    ? (row.params[0]?.kind as Family)
    : (TOPICS.find(([from, to]) => row.code >= from && row.code <= to)?.[2] ?? 'other');

/** One choice of the first field of the sentence. */
export interface Subject {
  /** "bank:1200578", or "schedule:" for a topic. */
  readonly value: string;
  readonly label: string;
  readonly family: Family;
}

export const subjectOf = (row: EventCode, params: readonly string[]): string =>
  `${familyOf(row)}:${hasObject(row) ? (params[0] ?? '') : ''}`;

/** Everything that a condition can be about, in the order of the catalogue's families. */
export function subjectsOf(codes: readonly EventCode[]): Subject[] {
  const found = new Map<string, Subject>();
  for (const row of codes) {
    const family = familyOf(row);
    const [first] = row.params;
    const ids = hasObject(row) ? (first?.choices ?? []) : [''];
    ids.forEach((id, place) => {
      const value = `${family}:${id}`;
      const label =
        id === '' ? words.ruleSheet.families[family] : objectLabel(family, id, first?.choiceLabels?.[place]);
      found.set(value, { value, label, family });
    });
  }
  const order = Object.keys(words.ruleSheet.families);
  return [...found.values()].sort((one, other) => order.indexOf(one.family) - order.indexOf(other.family));
}

/** The codes for a subject. */
export const codesFor = (codes: readonly EventCode[], subject: string): EventCode[] => {
  const [family, id] = splitSubject(subject);
  return codes.filter(
    (row) => familyOf(row) === family && (id === '' || row.params[0]?.choices?.includes(id) === true),
  );
};

export const splitSubject = (subject: string): [family: string, id: string] => {
  const at = subject.indexOf(':');
  return [subject.slice(0, at), subject.slice(at + 1)];
};

/** The place of the first parameter that is a field of its own. */
export const firstField = (row: EventCode): number => (hasObject(row) ? 1 : 0);

/** True of the time for which a condition must hold. */
export const isHeldTime = ({ kind, unit, min }: FormParam): boolean => kind === 'number' && unit === 's' && min === 0;

/** "current is above"; a code without words of its own has the name of the catalogue. */
export function conditionText(row: EventCode): string {
  const comparison = comparisonOf(row.code);
  if (comparison) {
    const { measure, direction } = comparison;
    return words.ruleSheet.compares(words.ruleSheet.measures[measure], direction);
  }
  const own: Readonly<Record<number, string>> = words.ruleSheet.conditions;
  return own[row.code] ?? row.name;
}

function objectLabel(family: Family, id: string, fallback = id): string {
  const any: Readonly<Partial<Record<Family, string>>> = words.ruleSheet.any;
  if (id === 'any') return any[family] ?? fallback;
  if (family === 'inlet' && live.get('inlets', id)) return inletName(live, id);
  const outlet = live.get('outlets', id);
  if (outlet) return words.outlets.numbered(outlet.outletIndex, objectName(id) ?? outlet.outletName);
  return objectName(id) ?? fallback.charAt(0).toUpperCase() + fallback.slice(1);
}

type Reading = Readonly<Partial<Record<Measure, number | undefined>>>;

/** The present value of a measure of an object; undefined if it is unknown. */
export function valueNow(family: string, id: string, measure: Measure): number | undefined {
  const inlet = live.get('inlets', id);
  const bank = live.get('banks', id);
  const sensor = live.get('sensors', id);
  const readings: Readonly<Record<string, Reading | undefined>> = {
    inlet: inlet && {
      current: inlet.inletCurrentRms,
      voltage: inlet.inletVoltageRms,
      frequency: inlet.inletLineFrequency,
      powerFactor: inlet.inletPowerFactor,
      activePower: inlet.inletActivePower,
      apparentPower: inlet.inletApparentPower,
      reactivePower: inlet.inletReactivePower,
    },
    line: { current: lineOf(id)?.line.currentRms },
    bank: bank && {
      current: bank.currentRms,
      voltage: bank.voltageRms,
      frequency: bank.lineFrequency,
      powerFactor: bank.powerFactor,
      activePower: bank.activePower,
      apparentPower: bank.apparentPower,
      reactivePower: bank.reactivePower,
    },
    outlet: { current: live.get('outlets', id)?.currentRms },
    sensor: sensor && { temperature: sensor.sensorTempInC, humidity: sensor.sensorHumidity },
  };
  return readings[family]?.[measure];
}

/** The rated current of an object, A; undefined if it has none. */
export const ratingOf = (id: string): number | undefined =>
  live.get('inlets', id)?.ratedCurrent ?? live.get('banks', id)?.ratedCurrent ?? lineOf(id)?.inlet.ratedCurrent;

interface LineOfInlet {
  readonly inlet: Schema['InletView'];
  readonly line: Schema['InletLineView'];
}

const lineOf = (id: string): LineOfInlet | undefined =>
  live
    .all('inlets')
    .flatMap((inlet) => (inlet.inletLines ?? []).map((line) => ({ inlet, line })))
    .find(({ line }) => line.id === id);
