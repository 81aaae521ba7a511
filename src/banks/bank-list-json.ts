import { JsonBytes } from '../common/json-bytes.js';
import type { PduDriver } from '../hardware/pdu.driver.js';
import type { BankModel } from '../hardware/profiles/pdu-model.js';
import type { BankReading } from '../hardware/snapshot.js';
import { bankView } from './bank.view.js';

/** The JSON of a bank before its measurements, and what it was made of. */
interface BankText {
  readonly name: string;
  readonly closed: boolean | undefined;
  readonly before: Buffer;
}

/** The measurements, with which a bank ends, in the order of its view. */
const MEASUREMENTS = (
  [
    ['currentRms', 'current'],
    ['voltageRms', 'voltage'],
    ['lineFrequency', 'frequency'],
    ['powerFactor', 'powerFactor'],
    ['activePower', 'activePower'],
    ['apparentPower', 'apparentPower'],
    ['reactivePower', 'reactivePower'],
    ['energyAccumulation', 'energy'],
  ] as const
).map(([member, measure]) => [Buffer.from(`,"${member}":`), measure] as const);
const [OPEN, COMMA, END, CLOSE] = [Buffer.from('['), Buffer.from(','), Buffer.from('}'), Buffer.from(']')] as const;
/** The expected length of a bank, bytes: most have 480 to 500. */
const EXPECTED = 520;

/**
 * Writes the list of banks as bytes, the same that `JSON.stringify` of their views gives. A large installation has some 800 of
 * them, of which only the measurements change in a poll cycle.
 */
export class BankListJson {
  /** By the position of the bank. */
  readonly #texts: BankText[] = [];

  constructor(
    private readonly driver: Pick<PduDriver, 'name' | 'model'>,
    private readonly sourcesOf: (bank: BankModel) => { readonly name: string; readonly reading: BankReading },
  ) {}

  list(): Buffer {
    const { banks } = this.driver.model;
    const json = new JsonBytes(OPEN.length + banks.length * EXPECTED).piece(OPEN);
    for (const bank of banks) {
      const { name, reading } = this.sourcesOf(bank);
      if (bank.position > 0) json.piece(COMMA);
      json.piece(this.#textOf(bank, name, reading).before);
      for (const [member, measure] of MEASUREMENTS) {
        const value = reading[measure];
        if (value !== undefined) json.piece(member).number(value);
      }
      json.piece(END);
    }
    return json.piece(CLOSE).bytes();
  }

  #textOf(bank: BankModel, name: string, { breakerClosed }: BankReading): BankText {
    const known = this.#texts[bank.position];
    if (known?.name === name && known.closed === breakerClosed) return known;
    const view = JSON.stringify(bankView(bank, this.driver, name, { id: bank.id, breakerClosed }));
    return (this.#texts[bank.position] = { name, closed: breakerClosed, before: Buffer.from(view.slice(0, -1)) });
  }
}
