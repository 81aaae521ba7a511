import { describe, expect, it } from '@jest/globals';
import { NOTHING, streamMessage } from './pdu-stream-source.js';

describe('a stream message', () => {
  it('is the device and the lists, as one JSON object', () => {
    const device = { uptime: 5, time: '2026-03-02T08:00:00.000Z' };
    const lists = [
      ['inlets', Buffer.from('[{"id":"I1-1000036"}]')],
      ['banks', NOTHING],
      ['outlets', Buffer.from('[{"outletName":"\\"quoted\\""}]')],
      ['sensors', NOTHING],
      ['relayOutputs', NOTHING],
    ] as const;
    const parsed = (timeline?: number): unknown =>
      JSON.parse(Buffer.concat(streamMessage(device, timeline, lists)).toString());
    expect(parsed()).not.toHaveProperty('timeline');
    expect(parsed(412)).toEqual({
      device,
      timeline: 412,
      inlets: [{ id: 'I1-1000036' }],
      banks: [],
      outlets: [{ outletName: '"quoted"' }],
      sensors: [],
      relayOutputs: [],
    });
  });

  it('has only the parts that its reader has asked for', () => {
    const some = [['banks', NOTHING]] as const;
    expect(Buffer.concat(streamMessage(undefined, 412, some)).toString()).toBe('{"banks":[]}');
    expect(Buffer.concat(streamMessage(undefined, 412, [])).toString()).toBe('{}');
  });
});
