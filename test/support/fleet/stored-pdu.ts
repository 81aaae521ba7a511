import { randomBytes } from 'node:crypto';
import { uuidV7 } from '../../../src/common/uuid.js';
import type { Pdu } from '../../../src/hub/pdus/pdu.entity.js';
import { PduStore } from '../../../src/hub/pdus/pdu.store.js';
import type { Hub } from '../app/hub.js';

/** A PDU in the store of a hub, as if it had enrolled. */
export function aStoredPdu(hub: Hub, members: Partial<Omit<Pdu, 'no'>> = {}): Promise<Pdu> {
  const now = hub.clock.now();
  const hash = randomBytes(32).toString('hex');
  const pdu: Omit<Pdu, 'no'> = {
    ...{ id: uuidV7(now), name: 'Rack 7', site: 'north', shard: 0, serial: '1000036', model: 'switched-8' },
    ...{ state: 'active', keyHash: hash, tokenHash: hash, enrolledAt: now, ...members },
  };
  return hub.app.get(PduStore).create(pdu, { kind: 'system', who: 'test' });
}
