import { jest } from '@jest/globals';
import { PduDriver } from '../../../src/hardware/pdu.driver.js';
import type { Pdu } from './pdu.js';

/** Watches every relay of a model that has all kinds. The returned function ends it and answers the driver commands. */
export function spyOnRelays(pdu: Pdu): () => unknown[] {
  const { outlets, relayOutputs, ioHub } = pdu.app.get(PduDriver);
  if (!outlets || !relayOutputs || !ioHub) throw new Error('This model has no relays.');
  const switched = jest.spyOn(outlets, 'setOutlets');
  const closed = jest.spyOn(relayOutputs, 'setRelayOutput');
  const hub = jest.spyOn(ioHub, 'setHubRelay');
  const supply = jest.spyOn(ioHub, 'setVdcOutput');
  return () => {
    const moves = [switched.mock.calls, closed.mock.calls, hub.mock.calls, supply.mock.calls].flat<unknown[][]>();
    for (const spy of [switched, closed, hub, supply]) spy.mockRestore();
    return moves;
  };
}
