import type { OutletModel } from '../hardware/profiles/pdu-model.js';
import type { ModelProfile } from '../hardware/profiles/profile.js';
import type { Access } from '../common/access.js';
import type { OnOff } from '../common/units.js';
import { JsonBytes } from '../common/json-bytes.js';
import type { RebootStatus } from '../switching/power-cycle.js';
import { knownNames } from './last-switching.view.js';
import { circuitVoltage, outletView, type OutletSources } from './outlet.view.js';

/** The JSON of an outlet around its measurements, and what it was made of. */
interface OutletText {
  readonly settings: OutletSources['settings'];
  readonly state: OnOff | undefined;
  readonly voltagePresent: boolean | undefined;
  readonly rebootStatus: RebootStatus;
  readonly turnsOnAt: OutletSources['turnsOnAt'];
  readonly isFailing: boolean;
  readonly lastCommand: OutletSources['lastCommand'];
  readonly reachability: OutletSources['reachability'];
  readonly before: Buffer;
  readonly after: Buffer;
  /** `after` with the device, the labels and the consumers; the same bytes where there are none. */
  readonly afterWithDetails: Buffer;
}

/**
 * Answers how the device, the labels and the consumers of an outlet are written: where there are any, not at all, or in
 * any case.
 */
export type DetailsChoice = (outlet: OutletModel) => Details;
type Details = 'present' | 'left out' | 'explicit';
const PRESENT: DetailsChoice = () => 'present';

/** The place of the measurements in the JSON of an outlet; a name that contains this text has its quotation marks escaped. */
const MEASUREMENTS = ',"circuitVoltage":0';
const [VOLTAGE, CURRENT, WATTS] = [
  Buffer.from(',"circuitVoltage":'),
  Buffer.from(',"currentRms":'),
  Buffer.from(',"watts":'),
] as const;
const [OPEN, COMMA, CLOSE] = [Buffer.from('['), Buffer.from(','), Buffer.from(']')] as const;
/** The expected length of an outlet, bytes: most have 340 to 360. */
const EXPECTED = 380;

/**
 * Writes lists of outlets as bytes, the same that `JSON.stringify` of their views gives. `explicit` details are there
 * also where an outlet has none: as null, as an empty object and as an empty list. The text of an outlet is kept
 * until something in it changes that is no measurement: to format all of ten thousand outlets again in each poll cycle
 * takes several times as long.
 */
export class OutletListJson {
  /** By the names that the reader may know, and by the position of the outlet. */
  readonly #texts = new Map<string, (OutletText | undefined)[]>();

  /** @param sourcesOf gives the present sources of an outlet */
  constructor(
    private readonly profile: Pick<ModelProfile, 'outletMetering'>,
    private readonly sourcesOf: (outlet: OutletModel) => OutletSources,
  ) {}

  list(outlets: readonly OutletModel[], access: Access, detailsOf: DetailsChoice = PRESENT): Buffer {
    const texts = this.#textsFor(access);
    const json = new JsonBytes(OPEN.length + outlets.length * EXPECTED).piece(OPEN);
    for (const outlet of outlets) {
      const sources = this.sourcesOf(outlet);
      const text = this.#textOf(sources, texts, access);
      if (outlet !== outlets[0]) json.piece(COMMA);
      json.piece(text.before);
      this.#writeMeasurements(json, sources);
      json.piece(endOf(text, detailsOf(outlet)));
    }
    return json.piece(CLOSE).bytes();
  }

  #writeMeasurements(json: JsonBytes, { reading, bank }: OutletSources): void {
    const voltage = circuitVoltage(reading, bank);
    if (voltage !== undefined) json.piece(VOLTAGE).number(voltage);
    if (!this.profile.outletMetering) return;
    if (reading?.current !== undefined) json.piece(CURRENT).number(reading.current);
    if (reading?.activePower !== undefined) json.piece(WATTS).number(reading.activePower);
  }

  #textsFor(access: Access): (OutletText | undefined)[] {
    const key = knownNames(access);
    const known = this.#texts.get(key);
    if (known) return known;
    const texts: OutletText[] = [];
    this.#texts.set(key, texts);
    return texts;
  }

  #textOf(sources: OutletSources, texts: (OutletText | undefined)[], access: Access): OutletText {
    const known = texts[sources.outlet.position];
    if (known && isOf(known, sources)) return known;
    return (texts[sources.outlet.position] = textOf(sources, access));
  }
}

function endOf({ settings, after, afterWithDetails }: OutletText, details: Details): Buffer {
  if (details === 'left out') return after;
  const { device, labels, consumers } = settings;
  if (details === 'present' || (device && labels && consumers)) return afterWithDetails;
  const absent = [device ? '' : ',"device":null', labels ? '' : ',"labels":{}', consumers ? '' : ',"consumers":[]'];
  return Buffer.concat([afterWithDetails.subarray(0, -1), Buffer.from(`${absent.join('')}}`)]);
}

const isOf = (
  text: OutletText,
  { settings, reading, rebootStatus, turnsOnAt, isFailing, lastCommand, reachability }: OutletSources,
): boolean =>
  text.settings === settings &&
  text.state === reading?.state &&
  text.voltagePresent === reading?.voltagePresent &&
  text.rebootStatus === rebootStatus &&
  text.turnsOnAt === turnsOnAt &&
  text.isFailing === isFailing &&
  text.lastCommand === lastCommand &&
  text.reachability === reachability;

function textOf(sources: OutletSources, access: Access): OutletText {
  const { settings, reading, rebootStatus, turnsOnAt, isFailing, lastCommand, reachability } = sources;
  const { state, voltagePresent } = reading ?? {};
  const unmeasured = { ...sources, reading: reading && { id: reading.id, state, voltagePresent }, bank: undefined };
  const view = { ...outletView(unmeasured, { outletMetering: false }, access), circuitVoltage: 0 };
  const [before = '', afterWithDetails = ''] = JSON.stringify(view).split(MEASUREMENTS);
  const { device, labels, consumers } = view;
  const hasDetails = device ?? labels ?? consumers;
  const details = hasDetails ? JSON.stringify({ device, labels, consumers }).slice(1, -1).length + 1 : 0;
  const withDetails = Buffer.from(afterWithDetails);
  return {
    settings,
    state,
    voltagePresent,
    rebootStatus,
    turnsOnAt,
    isFailing,
    lastCommand,
    reachability,
    before: Buffer.from(before),
    after: details === 0 ? withDetails : Buffer.from(`${afterWithDetails.slice(0, -1 - details)}}`),
    afterWithDetails: withDetails,
  };
}
