import { describe, expect, it } from '@jest/globals';
import { Tracking } from './tracking.js';

describe('the tracked commands', () => {
  it('are known by an id in upper case for ten minutes', () => {
    const tracking = new Tracking();
    const id = tracking.begin(0, 'PENDING');
    expect(id).toMatch(/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/);
    expect(tracking.stateOf(id, 1)).toBe('PENDING');
    tracking.end(id, 'SUCCESS');
    expect(tracking.stateOf(id, 599_999)).toBe('SUCCESS');
    expect(tracking.stateOf(id, 600_000)).toBeUndefined();
    expect(tracking.stateOf('other', 1)).toBeUndefined();
  });

  it('are a thousand at most, the newest', () => {
    const tracking = new Tracking();
    const ids = Array.from({ length: 1001 }, () => tracking.begin(0, 'SUCCESS'));
    expect(tracking.size).toBe(1000);
    expect(tracking.stateOf(ids[0] ?? '', 1)).toBeUndefined();
    expect(tracking.stateOf(ids[1000] ?? '', 1)).toBe('SUCCESS');
    tracking.begin(600_000, 'SUCCESS');
    expect(tracking.size).toBe(1);
  });
});
