import { describe, expect, it } from '@jest/globals';
import type { PduView } from '../pdus/pdu.view.js';
import { PduChanges } from './pdu-changes.js';

const pdu = (id: string, watts: number, lastSeen = 'then') => ({ id, watts, lastSeen }) as PduView;
const everyone = () => true;

function shown(changes: PduChanges, isAll: boolean, isSeen: (id: string) => boolean = everyone) {
  return JSON.parse(`{${changes.members(isAll, isSeen)}}`) as { all: boolean; pdus: PduView[]; gone: string[] };
}

describe('the list of PDUs on the stream', () => {
  it('has all of them at first, then those that have changed, and the ids of those that are gone', () => {
    const changes = new PduChanges();
    changes.take([pdu('a', 1), pdu('b', 2), pdu('c', 3)]);
    expect(shown(changes, true)).toEqual({ all: true, pdus: [pdu('a', 1), pdu('b', 2), pdu('c', 3)], gone: [] });
    changes.take([pdu('a', 1), pdu('b', 5)]);
    expect(shown(changes, false)).toEqual({ all: false, pdus: [pdu('b', 5)], gone: ['c'] });
    expect(shown(changes, true).pdus).toEqual([pdu('a', 1), pdu('b', 5)]);
    changes.take([pdu('a', 1), pdu('b', 5)]);
    expect(shown(changes, false)).toEqual({ all: false, pdus: [], gone: [] });
  });

  it('does not count a message of a PDU as a change', () => {
    const changes = new PduChanges();
    changes.take([pdu('a', 1)]);
    changes.take([pdu('a', 1, 'now')]);
    expect(shown(changes, false).pdus).toEqual([]);
  });

  it('has no trace of what a reader may not see', () => {
    const changes = new PduChanges();
    const isSeen = (id: string) => id === 'b';
    changes.take([pdu('a', 1), pdu('b', 2), pdu('c', 3)]);
    expect(shown(changes, true, isSeen).pdus).toEqual([pdu('b', 2)]);
    changes.take([pdu('a', 4)]);
    expect(shown(changes, false, isSeen)).toEqual({ all: false, pdus: [], gone: ['b'] });
  });
});
