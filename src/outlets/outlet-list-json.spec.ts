import { describe, expect, it } from '@jest/globals';
import {
  array,
  assert,
  boolean,
  constantFrom,
  dictionary,
  double,
  integer,
  option,
  property,
  record,
  string,
  stringMatching,
  tuple,
  type Arbitrary,
} from 'fast-check';
import { accessWith, ADMINISTRATOR } from '../../test/support/fixtures/permissions.js';
import type { OutletModel } from '../hardware/profiles/pdu-model.js';
import type { LastCommand } from '../hardware/relays/relay-intent.store.js';
import { OutletListJson, type DetailsChoice } from './outlet-list-json.js';
import { outletView, type OutletSources } from './outlet.view.js';

const METERED = { outletMetering: true };
const outlets: OutletModel[] = [0, 1, 2].map((position) => ({
  id: `${position + 1}-12`,
  index: position + 1,
  position,
  bank: 0,
  bankId: '12',
  receptacle: 'IEC 60320 C13',
  ratedCurrent: 10,
}));
const command: LastCommand = { state: 'ON', at: 1_700_000_000_000, via: 'session', who: 'Zoë "the admin"' };

const text = string({ unit: 'grapheme' });
const measured = option(double(), { nil: undefined });
const settings = record({
  name: text,
  pwrOnState: constantFrom('ON' as const, 'OFF' as const, 'PREV' as const),
  customRebootTimeEnabled: boolean(),
  customRebootTime: constantFrom(5, 300),
  protection: constantFrom('none' as const, 'confirm' as const, 'locked' as const),
  device: option(record({ name: text, notes: text, rackUnit: integer({ min: 1, max: 60 }) }, { requiredKeys: [] })),
  labels: option(dictionary(stringMatching(/^[a-z0-9._-]{1,40}$/), text)),
  consumers: option(array(text, { minLength: 1, maxLength: 3 })),
});
const reading = record({
  state: constantFrom('ON' as const, 'OFF' as const, undefined),
  voltagePresent: constantFrom(true, false, undefined),
  voltage: measured,
  current: measured,
  activePower: measured,
});
const source = record({
  settings,
  reading: option(reading, { nil: undefined }),
  bank: option(record({ voltage: measured }), { nil: undefined }),
  reachability: constantFrom(undefined, { reachable: true, since: 1_700_000_000_000 }, { reachable: false, since: 0 }),
  rebootStatus: constantFrom('none' as const, 'pendingOff' as const, 'pendingOn' as const),
  turnsOnAt: constantFrom(undefined, 1_700_000_000_000, 1_700_000_001_000),
  isFailing: boolean(),
  lastCommand: constantFrom(
    undefined,
    command,
    { ...command, via: 'action' as const },
    { ...command, via: null, who: null },
  ),
});
type Source = typeof source extends Arbitrary<infer T> ? T : never;

const sourcesOf = (outlet: OutletModel, { settings: set, reading: read, bank, ...others }: Source): OutletSources => ({
  ...others,
  outlet,
  settings: { id: outlet.id, ...set },
  reading: read && { id: outlet.id, ...read },
  bank: bank && { id: outlet.bankId, ...bank },
});

const accesses = [
  ADMINISTRATOR,
  accessWith({}),
  accessWith({ viewUsersList: true }),
  accessWith({ viewEventActions: true }),
];

describe('the list of outlets as JSON', () => {
  it('is that of their views, whatever has changed since the last one and whoever reads it', () => {
    assert(
      property(tuple(source, source, source), tuple(source, source, source), boolean(), (before, after, metered) => {
        const profile = { outletMetering: metered };
        let present = before.map((each, place) => sourcesOf(outlets[place] as OutletModel, each));
        const list = new OutletListJson(profile, ({ position }) => present[position] as OutletSources);
        const expectAll = (): void => {
          for (const access of accesses) {
            const views = present.map((sources) => outletView(sources, profile, access));
            expect(list.list(outlets, access).toString()).toBe(JSON.stringify(views));
          }
        };
        expectAll();
        const views = present.map((sources) => outletView(sources, profile, ADMINISTRATOR));
        const written = (choice: DetailsChoice): unknown =>
          JSON.parse(list.list(outlets, ADMINISTRATOR, choice).toString());
        const plain = views.map((view) => ({ ...view, device: undefined, labels: undefined, consumers: undefined }));
        expect(written(() => 'left out')).toEqual(JSON.parse(JSON.stringify(plain)));
        const explicit = views.map((view) => ({
          ...view,
          device: view.device ?? null,
          labels: view.labels ?? {},
          consumers: view.consumers ?? [],
        }));
        expect(written(() => 'explicit')).toEqual(JSON.parse(JSON.stringify(explicit)));
        present = present.map((sources) => ({ ...sources, bank: { id: '12', voltage: 118.5 } }));
        expectAll();
        present = after.map((each, place) => sourcesOf(outlets[place] as OutletModel, each));
        expectAll();
      }),
    );
  });

  it('has only the outlets asked for, and may be empty', () => {
    const list = new OutletListJson(METERED, (outlet) =>
      sourcesOf(outlet, {
        settings: {
          name: ',"circuitVoltage":0',
          pwrOnState: 'PREV',
          customRebootTimeEnabled: false,
          customRebootTime: 5,
          protection: 'none',
          device: { name: ',"circuitVoltage":0', notes: '"},' },
          labels: { room: ',"circuitVoltage":0' },
          consumers: [',"circuitVoltage":0', '"],'],
        },
        reading: undefined,
        bank: undefined,
        rebootStatus: 'none',
        turnsOnAt: undefined,
        isFailing: false,
        lastCommand: undefined,
        reachability: undefined,
      }),
    );
    expect(list.list([], ADMINISTRATOR).toString()).toBe('[]');
    expect(JSON.parse(list.list(outlets.slice(1, 2), ADMINISTRATOR).toString())).toMatchObject([
      { id: '2-12', outletName: ',"circuitVoltage":0' },
    ]);
  });
});
