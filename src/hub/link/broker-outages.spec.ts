import { describe, expect, it } from '@jest/globals';
import { BrokerOutages } from './broker-outages.js';

const CLOSED = 'The broker has closed the connection.';
const OTHER_NAME = 'The broker cannot be reached: its certificate is for another name.';
const NO_SITES = new Map<string, unknown>();

describe('an outage of the broker of a hub', () => {
  it('has each of its reasons once for the log, and again in the next outage', () => {
    const outages = new BrokerOutages(() => 0);
    const said = (...reasons: string[]) => reasons.map((reason) => outages.follow(true, NO_SITES, reason).reason);
    expect(said(CLOSED, OTHER_NAME, OTHER_NAME, CLOSED)).toEqual([CLOSED, OTHER_NAME, undefined, undefined]);
    expect(outages.follow(false, NO_SITES)).toMatchObject({ broker: 'back', reason: undefined });
    expect(said(OTHER_NAME)).toEqual([OTHER_NAME]);
  });
});
