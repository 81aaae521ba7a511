import { describe, expect, it } from '@jest/globals';
import { stateAfterLoss } from './cold-start.service.js';

describe('the state of an outlet when the PDU has mains again', () => {
  it.each(['ON', 'OFF'] as const)('is %s where that is set, whatever it was before', (state) => {
    expect(stateAfterLoss(state, { confirmed: 'ON', willTurnOn: true })).toBe(state);
    expect(stateAfterLoss(state, { confirmed: 'OFF', willTurnOn: false })).toBe(state);
  });

  it.each(['ON', 'OFF'] as const)('is the %s that it was last known to have with PREV', (confirmed) => {
    expect(stateAfterLoss('PREV', { confirmed, willTurnOn: false })).toBe(confirmed);
  });

  it('is ON with PREV when a reboot was under way or nobody ever switched it', () => {
    expect(stateAfterLoss('PREV', { confirmed: 'OFF', willTurnOn: true })).toBe('ON');
    expect(stateAfterLoss('PREV', { confirmed: undefined, willTurnOn: false })).toBe('ON');
  });
});
