import { describe, expect, it } from '@jest/globals';
import { NOTHING, streamMessage } from './stream-messages.service.js';

describe('a stream message', () => {
  it('is the device and the lists, as one JSON object', () => {
    const device = { uptime: 5, time: '2026-03-02T08:00:00.000Z' };
    const lists = {
      inlets: Buffer.from('[{"id":"I1-1000036"}]'),
      banks: NOTHING,
      outlets: Buffer.from('[{"outletName":"\\"quoted\\""}]'),
      sensors: NOTHING,
      relayOutputs: NOTHING,
    };
    expect(JSON.parse(Buffer.concat(streamMessage(device, lists)).toString())).toEqual({
      device,
      inlets: [{ id: 'I1-1000036' }],
      banks: [],
      outlets: [{ outletName: '"quoted"' }],
      sensors: [],
      relayOutputs: [],
    });
  });
});
