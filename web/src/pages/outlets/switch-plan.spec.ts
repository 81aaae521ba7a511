import { describe, expect, it } from '@jest/globals';
import { planOf, type Planned } from './switch-plan.js';

const anOutlet = (name: string, more: Partial<Planned> = {}): Planned & { readonly name: string } => ({
  name,
  state: 'ON',
  protection: 'none',
  isRebooting: false,
  hasFailed: false,
  ...more,
});
const namesOf = (outlets: readonly { readonly name: string }[]): string => outlets.map(({ name }) => name).join(' ');

describe('the plan of a command to several outlets', () => {
  const outlets = [
    anOutlet('server'),
    anOutlet('core', { protection: 'confirm' }),
    anOutlet('router', { protection: 'rebootOnly' }),
    anOutlet('safe', { protection: 'locked' }),
    anOutlet('spare', { state: 'OFF' }),
    anOutlet('stuck', { state: 'OFF', hasFailed: true }),
    anOutlet('booting', { state: 'OFF', isRebooting: true }),
  ];

  it('turns off what can be turned off, and says why it leaves the others alone', () => {
    const plan = planOf(outlets, 'OFF');
    expect(namesOf(plan.moved)).toBe('server core stuck booting');
    expect(plan.left.map(({ outlet, why }) => `${outlet.name}: ${why}`)).toEqual([
      'router: rebootOnly',
      'safe: locked',
      'spare: already',
    ]);
    expect(namesOf(plan.asking)).toBe('core');
  });

  it('reboots what may only be rebooted, and what is off', () => {
    expect(namesOf(planOf(outlets, 'REBOOT').moved)).toBe('server core router spare stuck booting');
  });

  it('asks for no confirmation of protection before turning something on', () => {
    const plan = planOf(outlets, 'ON');
    expect(namesOf(plan.moved)).toBe('spare stuck booting');
    expect(plan.asking).toEqual([]);
  });
});
