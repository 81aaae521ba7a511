import { describe, expect, it } from '@jest/globals';
import { array, assert, constantFrom, double, option, property, record, string, tuple } from 'fast-check';
import { PduModel } from '../hardware/profiles/pdu-model.js';
import { SINGLE_PHASE_16 } from '../hardware/profiles/single-phase-16.js';
import { BankListJson } from './bank-list-json.js';
import { bankView } from './bank.view.js';

const driver = { name: 'simulator', model: new PduModel(SINGLE_PHASE_16) };
const { banks } = driver.model;

const measured = option(double(), { nil: undefined });
const reading = record({
  breakerClosed: constantFrom(true, false, undefined),
  current: measured,
  voltage: measured,
  frequency: measured,
  powerFactor: measured,
  activePower: measured,
  apparentPower: measured,
  reactivePower: measured,
  energy: measured,
});
const all = tuple(...banks.map(() => record({ name: string({ unit: 'grapheme' }), reading })));

describe('the list of banks', () => {
  it('is the JSON of their views, whatever they are called and measure, and however that changes', () => {
    assert(
      property(array(all, { minLength: 1, maxLength: 4 }), (cycles) => {
        let now = cycles[0];
        const sourcesOf = ({ id, position }: (typeof banks)[number]) => {
          const source = now?.[position];
          return { name: source?.name ?? '', reading: { id, ...source?.reading } };
        };
        const json = new BankListJson(driver, sourcesOf);
        for (const cycle of cycles) {
          now = cycle;
          const views = banks.map((bank) => bankView(bank, driver, sourcesOf(bank).name, sourcesOf(bank).reading));
          expect(json.list().toString()).toBe(JSON.stringify(views));
        }
      }),
    );
  });
});
