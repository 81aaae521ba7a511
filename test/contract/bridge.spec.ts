/** A real hub with its mosquitto, that of a site with a bridge to it, and a real controller of the site: faults of the line. */
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { HubKeysService } from '../../src/hub/authority/hub-keys.service.js';
import { PdusService } from '../../src/hub/pdus/pdus.service.js';
import { Fleet } from '../support/fleet/fleet.js';
import { describeWith } from '../support/process/programs.js';
import { BridgedMosquitto } from '../support/servers/fleet-brokers.js';

/* eslint-disable @typescript-eslint/no-explicit-any -- the test that asks knows the type of the answer */

describeWith('mosquitto', 'the line of a site with a broker of its own', () => {
  jest.setTimeout(180_000);
  let brokers: BridgedMosquitto;
  let fleet: Fleet;
  let id: string;

  const ask = async (path: string): Promise<any> => (await fleet.operator.get(`/api/fleet${path}`)).body;
  const lostSites = async () => (await ask('/lost-sites')).items as { site: string; reason: string; pdus: string[] }[];
  const isOnline = async () => (await ask(`/pdus/${id}`)).online as boolean | null;
  const send = async (command: 'ON' | 'OFF', validMs = 600_000): Promise<string> => {
    const outlet = (await ask(`/pdus/${id}/outlets`)).outlets[0].id as string;
    return (await fleet.operator.post(`/api/fleet/pdus/${id}/commands`, { outlet, command, validMs })).body
      .id as string;
  };
  const outcomeOf = async (command: string) => (await ask(`/commands/${command}`)).outcome as string;
  const ends = (command: string, outcome: string) => fleet.until(async () => (await outcomeOf(command)) === outcome);
  const stateAtPdu = async () => (await (await fleet.pdu.as('admin')).get('/api/outlets/1')).body.state as string;
  /** Waits until the site is lost, which is one fact, and until it is not. */
  const isLost = async () => {
    await fleet.until(async () => (await lostSites()).length === 1);
    expect(await lostSites()).toMatchObject([{ site: 'north', reason: 'bridge', pdus: [id] }]);
    expect(await isOnline()).toBeNull();
    expect(await ask('/broker')).toMatchObject({ state: 'connected' });
    const { checks } = (await fleet.operator.get('/api/system/health')).body;
    expect(checks).toContainEqual({ name: 'sites', status: 'warn' });
  };
  const isBack = async () => {
    await fleet.until(async () => (await lostSites()).length === 0 && (await isOnline()) === true);
  };

  beforeAll(async () => {
    brokers = await BridgedMosquitto.make();
    fleet = await Fleet.start({ RACKFEED_FLEET_BROKER: brokers.addresses });
    await brokers.configure(fleet.hub.app.get(HubKeysService).current.authority, []);
    await brokers.run();
    await fleet.startPdu({ RACKFEED_HUB_TOKEN: await fleet.aToken({ accept: true }) });
    await fleet.until(() => fleet.hub.app.get(PdusService).all.length === 1);
    id = fleet.hub.app.get(PdusService).all[0]?.id ?? '';
    await fleet.until(async () => (await ask(`/pdus/${id}`)).outlets === 16);
  });
  afterAll(async () => {
    await fleet.stop();
    await brokers.stop();
  });

  it('carries commands and readings through both brokers', async () => {
    await ends(await send('OFF'), 'done');
    expect(await stateAtPdu()).toBe('OFF');
    await ends(await send('ON'), 'done');
    await fleet.until(async () => (await ask(`/pdus/${id}`)).watts > 0);
    expect(await lostSites()).toEqual([]);
  });

  it('is one fact when it is cut: its PDU is not known, and a command expires that would have come late', async () => {
    brokers.line.setState('cut');
    await isLost();
    const late = await send('OFF', 3000);
    await fleet.seconds(5);
    expect(await outcomeOf(late)).toBe('unknown');
    brokers.line.setState('sound');
    await isBack();
    await ends(late, 'expired');
    expect(await stateAtPdu()).toBe('ON');
    await ends(await send('OFF'), 'done');
    expect(await stateAtPdu()).toBe('OFF');
  });

  it('brings the minutes of the outage when it is back', async () => {
    const minutes = async () => ((await ask(`/pdus/${id}/minutes`)).t as number[]).map((at) => at / 60);
    await fleet.until(async () => {
      const all = await minutes();
      return all.length > 3 && all.every((minute, place) => place === 0 || minute - (all[place - 1] ?? 0) === 1);
    });
  });

  it('matters to no PDU that has another way: it connects to the broker of the hub when that of its site is killed', async () => {
    await brokers.ofSite.kill();
    await fleet.until(async () => (await lostSites()).length === 1);
    expect(await lostSites()).toMatchObject([{ site: 'north', reason: 'bridge' }]);
    await isBack();
    await ends(await send('ON'), 'done');
    expect(await stateAtPdu()).toBe('ON');
    await brokers.ofSite.run();
    await fleet.seconds(60);
    expect(await lostSites()).toEqual([]);
    await ends(await send('OFF'), 'done');
  });
});
