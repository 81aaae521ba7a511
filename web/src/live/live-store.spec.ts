import { describe, expect, it, jest } from '@jest/globals';
import { LiveStore, type LiveMessage } from './live-store.js';

const outlet = (id: string, currentRms: number) => ({ id, currentRms }) as LiveMessage['outlets'][number];
const message = (...outlets: LiveMessage['outlets']): LiveMessage => ({
  device: { uptime: 1, time: '2026-03-02T08:00:00Z' },
  inlets: [],
  banks: [],
  outlets,
  sensors: [],
  relayOutputs: [],
});

describe('the live store', () => {
  it('notifies the subscribers of an object only when that object has changed', () => {
    const store = new LiveStore();
    const first = jest.fn();
    const second = jest.fn();
    store.receive(message(outlet('1', 1), outlet('2', 1)));
    store.subscribe('outlets/1', first);
    store.subscribe('outlets/2', second);
    store.receive(message(outlet('1', 1), outlet('2', 1.5)));
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
    expect(store.get('outlets', '2')?.currentRms).toBe(1.5);
  });

  it('keeps an unchanged object and an unchanged list as the same objects', () => {
    const store = new LiveStore();
    store.receive(message(outlet('1', 1)));
    const [object, ids] = [store.get('outlets', '1'), store.ids('outlets')];
    store.receive(message(outlet('1', 1)));
    expect(store.get('outlets', '1')).toBe(object);
    expect(store.ids('outlets')).toBe(ids);
  });

  it('forgets what the role may not see any more', () => {
    const store = new LiveStore();
    const gone = jest.fn();
    store.receive(message(outlet('1', 1), outlet('2', 1)));
    store.subscribe('outlets/2', gone);
    store.receive(message(outlet('1', 1)));
    expect(store.get('outlets', '2')).toBeUndefined();
    expect(gone).toHaveBeenCalledTimes(1);
    expect(store.ids('outlets')).toEqual(['1']);
  });

  it('keeps the device, the labels and the consumers of an outlet until a message has others, or another connection begins', () => {
    const store = new LiveStore();
    const details = (device?: object | null, labels?: object, consumers?: string[]) =>
      ({ ...outlet('1', 1), device, labels, consumers }) as never;
    const shown = () => {
      const { device, labels, consumers } = store.get('outlets', '1') ?? {};
      return { device, labels, consumers };
    };
    store.receive(message(details({ name: 'Switch' })), true);
    store.receive(message(outlet('1', 1)));
    expect(shown()).toEqual({ device: { name: 'Switch' } });
    store.receive(message(details({ name: 'Router' }, { tenant: 'blue' })));
    store.receive(message(outlet('1', 2)));
    expect(shown()).toEqual({ device: { name: 'Router' }, labels: { tenant: 'blue' } });
    store.receive(message(details(null, { tenant: 'red' })));
    store.receive(message(outlet('1', 3)));
    expect(shown()).toEqual({ labels: { tenant: 'red' } });
    store.receive(message(details(null, {}, ['db-1'])));
    store.receive(message(outlet('1', 3)));
    expect(shown()).toEqual({ consumers: ['db-1'] });
    store.receive(message(details(null, {}, [])));
    expect(shown()).toEqual({});
    store.receive(message(details({ name: 'Switch' })));
    store.receive(message(outlet('1', 4)), true);
    expect(shown()).toEqual({});
  });
});
