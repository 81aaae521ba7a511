import { describe, expect, it } from '@jest/globals';
import { finished, nextStep, passedSteps, STEPS, withStep } from './setup-steps.js';

describe('the steps of the guided setup', () => {
  it('are kept in a setting, each once, beside words that a later version may add', () => {
    const text = withStep(withStep('later time', 'name'), 'time');
    expect(text).toBe('later time name');
    expect([...passedSteps(text)]).toEqual(['name', 'time']);
    expect(finished(text)).toBe('later time name finished');
    expect(finished(finished(text))).toBe('later time name finished');
  });

  it('continue after the last one, and come back to those that were left open', () => {
    expect(nextStep(STEPS, new Set())).toBe('name');
    expect(nextStep(STEPS, new Set(['name', 'outlets']), 'time')).toBe('mail');
    expect(nextStep(STEPS, new Set(['time', 'token']), 'rules')).toBe('name');
    expect(nextStep(STEPS, new Set(STEPS), 'token')).toBeUndefined();
    expect(nextStep(['name'], new Set(), 'name')).toBeUndefined();
  });
});
