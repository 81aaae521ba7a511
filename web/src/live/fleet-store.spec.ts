import { describe, expect, it, jest } from '@jest/globals';
import type { HubSchema } from '../api/client.js';
import { FleetStore, type FleetMessage } from './fleet-store.js';

const device = { uptime: 1, time: '2026-03-02T08:00:00Z' };
const pdu = (id: string, watts = 1) => ({ id, watts }) as HubSchema['PduView'];
const list = (all: boolean, pdus: HubSchema['PduView'][], gone: string[] = []): FleetMessage => ({
  ...{ device, all, pdus, gone, lostSites: [] },
});

describe('the live fleet', () => {
  it('has those that have changed in their places, new ones at the end, and none that is gone', () => {
    const store = new FleetStore();
    expect(store.list).toBeUndefined();
    store.receive(list(true, [pdu('a'), pdu('b'), pdu('c')]));
    store.receive(list(false, [pdu('b', 5), pdu('d')], ['c']));
    expect(store.list).toEqual([pdu('a'), pdu('b', 5), pdu('d')]);
    store.receive(list(true, [pdu('b')]));
    expect(store.list).toEqual([pdu('b')]);
  });

  it('keeps the same list as long as nothing in it changes', () => {
    const store = new FleetStore();
    store.receive(list(true, [pdu('a')]));
    const before = [store.list, store.lostSites];
    store.receive(list(false, []));
    expect(store.list).toBe(before[0]);
    expect(store.lostSites).toBe(before[1]);
  });

  it('has the PDU that a page has asked for, and no other', () => {
    const store = new FleetStore();
    const outlets = { outlets: [] } as unknown as HubSchema['FleetOutletsView'];
    store.receive({ device, pdu: pdu('a'), outlets, commands: '1.0' });
    expect(store.one('a')).toEqual({ pdu: pdu('a'), outlets, commands: '1.0' });
    expect(store.one('b')).toBeUndefined();
    store.receive({ device, pdu: null });
    expect(store.one('a')).toBeUndefined();
  });

  it('has the newest event of all PDUs or of one, and the newest entry of the log', () => {
    const store = new FleetStore();
    expect([store.newestEvent(), store.timeline]).toEqual([undefined, undefined]);
    const withEvent = (id: string, newestEvent: number | null) => ({ ...pdu(id), newestEvent });
    store.receive({ ...list(true, [withEvent('a', 7), withEvent('b', 9), withEvent('c', null)]), timeline: 5 });
    expect([store.newestEvent(), store.newestEvent('a'), store.newestEvent('c')]).toEqual([9, 7, undefined]);
    expect(store.timeline).toBe(5);
  });

  it('has nothing for the next user', () => {
    const store = new FleetStore();
    const notified = jest.fn();
    store.subscribe(notified);
    store.receive({ ...list(true, [pdu('a')]), timeline: 5 });
    store.clear();
    expect([store.list, store.lostSites, store.device, store.timeline]).toEqual(Array(4).fill(undefined));
    expect(notified).toHaveBeenCalledTimes(2);
  });
});
