import { describe, expect, it } from '@jest/globals';
import type { InletReading } from '../hardware/snapshot.js';
import { deviceLine, firstTemperature, statusLine, statusXml, totalCurrent } from './answers.js';

const inlet = (...currents: (number | undefined)[]): InletReading => ({
  id: 'I1-1000036',
  lines: currents.map((current, line) => ({ id: `L${line + 1}-1000036`, current })),
});

describe('the status for legacy tools', () => {
  const status = { outlets: ['ON', 'OFF', 'OFF', 'ON', undefined], current: 3.456, temperature: 22.5 } as const;

  it('is a line with outlet 1 as the rightmost bit, amps with two decimals and whole degrees', () => {
    expect(statusLine(status)).toBe('$A0,01001,3.46,23');
    expect(statusLine({ outlets: ['ON'], current: 0, temperature: -0.2 })).toBe('$A0,1,0.00,0');
  });

  it('shows XX for an unknown value', () => {
    expect(statusLine({ outlets: [], current: undefined, temperature: undefined })).toBe('$A0,,XX,XX');
  });

  it('is XML with relays from 0, without unknown ones', () => {
    const xml =
      '<response>\n<rly0>1</rly0>\n<rly1>0</rly1>\n<rly2>0</rly2>\n<rly3>1</rly3>\n<ac0>3.46</ac0>\n<tp0>23</tp0>\n</response>\n';
    expect(statusXml(status)).toBe(xml);
  });
});

describe('the total current', () => {
  it('is the sum over the lines of all inlets', () => {
    expect(totalCurrent([inlet(1, 2, 3), inlet(4)])).toBe(10);
  });

  it('is that of the inlet where no line is measured', () => {
    expect(totalCurrent([{ ...inlet(undefined), current: 5 }])).toBe(5);
  });

  it('leaves out the inlet of a transfer switch that does not feed the load', () => {
    expect(
      totalCurrent([
        { ...inlet(2), active: false },
        { ...inlet(7), active: true },
      ]),
    ).toBe(7);
  });

  it('is not known when a part of it is not known', () => {
    expect(totalCurrent([])).toBeUndefined();
    expect(totalCurrent([inlet(1), inlet(undefined)])).toBeUndefined();
  });
});

describe('the temperature', () => {
  it('is that of the first sensor that has one', () => {
    expect(
      firstTemperature([
        { port: 'A', kind: 'temp_hum', connected: false, temperature: 1 },
        { port: 'B', kind: 'temp_hum', connected: true, temperature: 22 },
      ]),
    ).toBe(22);
    expect(firstTemperature([{ port: 'B', kind: 'dio_hub', connected: true, relays: [], inputs: [] }])).toBeUndefined();
  });
});

describe('the device line', () => {
  it('separates its fields and inserts no markup into the page', () => {
    expect(deviceLine('RF-1602-30', '1.0.0', 1000036, 16)).toBe('$A0,RF-1602-30,1.0.0,1000036,16');
    expect(deviceLine('a,b<i>')).toBe('$A0,a b i ');
  });
});
