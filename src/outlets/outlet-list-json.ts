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
  readonly isFailing: boolean;
  readonly lastCommand: OutletSources['lastCommand'];
  readonly before: Buffer;
  readonly after: Buffer;
}

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
 * Writes lists of outlets as bytes, the same that `JSON.stringify` of their views gives. The text of an outlet is kept
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

  list(outlets: readonly OutletModel[], access: Access): Buffer {
    const texts = this.#textsFor(access);
    const json = new JsonBytes(OPEN.length + outlets.length * EXPECTED).piece(OPEN);
    outlets.forEach((outlet, place) => {
      const sources = this.sourcesOf(outlet);
      const { before, after } = this.#textOf(sources, texts, access);
      if (place > 0) json.piece(COMMA);
      json.piece(before);
      this.#writeMeasurements(json, sources);
      json.piece(after);
    });
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

const isOf = (text: OutletText, { settings, reading, rebootStatus, isFailing, lastCommand }: OutletSources): boolean =>
  text.settings === settings &&
  text.state === reading?.state &&
  text.voltagePresent === reading?.voltagePresent &&
  text.rebootStatus === rebootStatus &&
  text.isFailing === isFailing &&
  text.lastCommand === lastCommand;

function textOf(sources: OutletSources, access: Access): OutletText {
  const { settings, reading, rebootStatus, isFailing, lastCommand } = sources;
  const { state, voltagePresent } = reading ?? {};
  const unmeasured = { ...sources, reading: reading && { id: reading.id, state, voltagePresent }, bank: undefined };
  const json = JSON.stringify({ ...outletView(unmeasured, { outletMetering: false }, access), circuitVoltage: 0 });
  const [before = '', after = ''] = json.split(MEASUREMENTS);
  return {
    settings,
    state,
    voltagePresent,
    rebootStatus,
    isFailing,
    lastCommand,
    before: Buffer.from(before),
    after: Buffer.from(after),
  };
}
