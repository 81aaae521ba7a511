import { describe, expect, it } from '@jest/globals';
import { cutsLastFeed, otherFeeds, planOf, type Planned } from './switch-plan.js';

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

describe('the feeds of a device', () => {
  const fed = (id: string, feed?: string, state: 'ON' | 'OFF' = 'ON') => ({
    id,
    state,
    ...(feed && { device: { feed } }),
  });
  const all = [fed('a1', 'storage'), fed('b1', 'storage'), fed('a2', 'backup'), fed('b2', 'backup', 'OFF'), fed('c')];
  const [a1, b1, a2, , c] = all as [
    (typeof all)[0],
    (typeof all)[0],
    (typeof all)[0],
    (typeof all)[0],
    (typeof all)[0],
  ];

  it('that stay on are those that are on now and that the command does not cut', () => {
    expect(otherFeeds(a1, ['a1'], all)).toEqual([b1]);
    expect(otherFeeds(a1, ['a1', 'b1'], all)).toEqual([]);
    expect(otherFeeds(a2, ['a2'], all)).toEqual([]);
    expect(otherFeeds(c, ['c'], all)).toBeUndefined();
    expect(otherFeeds(fed('d', 'alone'), ['d'], all)).toBeUndefined();
  });

  it('are all gone if the last one that is on is turned off or rebooted', () => {
    expect(cutsLastFeed([a1], 'OFF', all)).toBe(false);
    expect(cutsLastFeed([a1, b1], 'OFF', all)).toBe(true);
    expect(cutsLastFeed([a2], 'REBOOT', all)).toBe(true);
    expect(cutsLastFeed([a2], 'ON', all)).toBe(false);
  });
});
