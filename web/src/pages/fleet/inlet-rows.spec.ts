import { beforeAll, expect, it } from '@jest/globals';
import { loadWords } from '../../language/words.js';
import { inletRows } from './inlet-rows.js';

beforeAll(() => loadWords('base'));

const INLET = {
  ...{ id: 'I1-7', name: 'Feed A', current: 9, voltage: null, frequency: 50, activePower: 6200 },
  ...{ apparentPower: 6300, powerFactor: 0.98, activeEnergy: 12.5 },
};

it('the rows of inlets are each inlet and then its lines by their names, without what is not known', () => {
  const lines = [
    { id: 'L1-7', name: 'L1', current: 9.5, voltage: 230 },
    { id: 'L2-7', name: 'L2', current: null, voltage: 231 },
  ];
  const single = { ...INLET, id: 'I2-7', name: 'Feed B', current: null, activePower: null, lines: [] };
  expect(inletRows([{ ...INLET, lines }, single])).toEqual([
    {
      ...{ id: 'I1-7', name: 'Feed A', voltage: undefined, current: 9 },
      ...{ activePower: 6200, powerFactor: 0.98, energy: 12.5 },
    },
    { id: 'L1-7', name: 'Feed A L1', voltage: 230, current: 9.5 },
    { id: 'L2-7', name: 'Feed A L2', voltage: 231, current: undefined },
    {
      ...{ id: 'I2-7', name: 'Feed B', voltage: undefined, current: undefined },
      ...{ activePower: undefined, powerFactor: 0.98, energy: 12.5 },
    },
  ]);
});

it('inlets of one name have their numbers, and so have their lines', () => {
  const lines = ['L1', 'L2'].map((name) => ({ id: `${name}-8`, name, current: 1, voltage: 230 }));
  const second = { ...INLET, id: 'I2-7', lines };
  const names = inletRows([{ ...INLET, lines: [] }, second]).map(({ name }) => name);
  expect(new Set(names).size).toBe(4);
  expect(names.slice(2)).toEqual([`${names[1]} L1`, `${names[1]} L2`]);
});

it('a single-phase inlet is one row, with what only its line measures', () => {
  const lines = [{ id: 'L1-7', name: 'L1', current: 3, voltage: 230 }];
  const rows = inletRows([{ ...INLET, current: null, lines }]);
  expect(rows).toMatchObject([{ id: 'I1-7', name: 'Feed A', voltage: 230, current: 3, activePower: 6200 }]);
});
