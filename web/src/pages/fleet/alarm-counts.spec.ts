import { describe, expect, it } from '@jest/globals';
import { alarmsOf } from './alarm-counts.js';

const pdu = (critical: number, warning: number, info: number) => ({ alarms: { critical, warning, info } });

describe('the open alarms of a fleet', () => {
  it('are counted over its PDUs, the worst first', () => {
    expect(alarmsOf([pdu(0, 2, 1), pdu(1, 0, 0), pdu(2, 1, 0)])).toEqual([
      { severity: 'critical', count: 3 },
      { severity: 'warning', count: 3 },
      { severity: 'info', count: 1 },
    ]);
  });

  it('are none without a PDU, and of a severity without one', () => {
    expect(alarmsOf([])).toEqual([]);
    expect(alarmsOf([{}])).toEqual([]); // of a hub of the release before
    expect(alarmsOf([pdu(0, 0, 2)])).toEqual([{ severity: 'info', count: 2 }]);
  });
});
