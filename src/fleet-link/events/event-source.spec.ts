import { describe, expect, it } from '@jest/globals';
import { aRack } from '../../../test/support/modules/event-rack.js';
import { EVENT_CODES } from '../../events/catalogue/index.js';
import { SINGLE_EVENTS } from '../../fleet-wire/single-events.js';
import type { AuditLogService } from '../../audit/audit-log.service.js';
import { ControllerFaults } from '../../common/controller-faults.js';
import type { ConditionAlarmsService } from '../../events/alarms/condition-alarms.service.js';
import type { ConditionKind } from '../../events/alarms/conditions.js';
import type { EventObjectNames } from '../../events/event-object-names.js';
import type { EventEdge, RulesService } from '../../events/rules.service.js';
import type { HardwareChangesService } from '../../timeline/hardware-changes.service.js';
import { VirtualClock } from '../../../test/support/time/virtual-clock.js';
import { EventSource, STATES, TRANSFER } from './event-source.js';
import type { FleetEvent } from './fleet-event.entity.js';

describe('the events that a hub never waits for the end of', () => {
  it('are transfers, one of an earlier release, comparisons, and the moments of schedules, and no state of a part', () => {
    const { model } = aRack();
    const schedules = EVENT_CODES.filter((row) => {
      if (!row.fits(model)) return false;
      const { kind } = row.compile(['1', '1', '1'], model);
      return kind === 'calendar' || kind === 'interval';
    });
    const codes = [TRANSFER.code, 'OUTLET_FAULT', 'EVENTS_COMPARED', ...schedules.map(({ code }) => `EVENT_${code}`)];
    expect(codes.sort()).toEqual([...SINGLE_EVENTS].sort());
    expect(Object.values(STATES).filter(({ code }) => SINGLE_EVENTS.includes(code))).toEqual([]);
  });
});

describe('the events of a PDU', () => {
  /** With these conditions of bank 70; `edge` is that of an event of a user. */
  function aSource(holding: readonly ConditionKind[] = []) {
    const emitted: FleetEvent[] = [];
    let changes = 0;
    let edge: (edge: EventEdge) => void = () => undefined;
    const rules = { lasting: [], onEdge: (listener: typeof edge) => void (edge = listener) };
    const conditions = {
      active: holding.map((kind) => ({ kind, object: { kind: 'bank', id: '70', name: 'bank 70' }, since: 1 })),
      has: (kind: ConditionKind, id: string) => id === '70' && holding.includes(kind),
      hasLostItsFeeds: () => holding.includes('inletLost'),
      onBegin: () => undefined,
      onEnd: () => undefined,
    };
    const faults = new ControllerFaults(new VirtualClock());
    const source = new EventSource(
      rules as unknown as RulesService,
      faults,
      conditions as unknown as ConditionAlarmsService,
      { missingSensors: ['sensor:R1'] } as unknown as HardwareChangesService,
      { of: () => ({ objectName: 'Bank 1' }) } as unknown as EventObjectNames,
      { onRecord: () => undefined, nameOf: () => 'Door' } as unknown as AuditLogService,
    );
    source.follow(
      (event) => emitted.push(event),
      () => changes++,
    );
    return { source, faults, emitted, changes: () => changes, edge: (given: object) => edge(given as EventEdge) };
  }
  const textsOf = ({ source }: { readonly source: EventSource }) => source.lasting.map(({ event }) => event().text);

  it('that last are the alarms of its circuits, the faults of its controller and the sensors that are missing', () => {
    const bench = aSource(['relayFault', 'noPower']);
    bench.faults.report('storageFull', { message: 'The disk is full.' });
    expect(textsOf(bench)).toEqual([
      'The disk is full.',
      'Bank 1: The relay is not as asked for.',
      'Bank 1: Its outlets have no power.',
      'Door: The sensor is missing.',
    ]);
    expect(bench.source.lasting.map(({ key, event }) => [key, event().code])).toContainEqual([
      'SENSOR_LOST 0 R1',
      'SENSOR_LOST',
    ]);
  });

  it.each<[ConditionKind, string]>([
    ['breakerTripped', 'BREAKER_OPEN'],
    ['inletLost', 'MAINS_LOST'],
  ])('are no circuit without power beside its cause: %s', (cause, code) => {
    const { source } = aSource(['noPower', cause]);
    expect(source.lasting.map(({ event }) => event().code)).toEqual([code, 'SENSOR_LOST']);
  });

  it('end with the sentence that is true then, also when another one says more', () => {
    const [high, dead] = aSource(['highLoad', 'noPower']).source.lasting.map(({ event }) => event()) as [
      FleetEvent,
      FleetEvent,
    ];
    const { endOf } = EventSource.prototype;
    const endIn = (holding: readonly ConditionKind[], event: FleetEvent) => endOf.call(aSource(holding).source, event);
    expect(endIn([], high)).toEqual({ ...high, raised: false, text: 'Bank 1: The load is no longer high.' });
    expect(endIn(['highLoad', 'overload'], high).text).toBe('Bank 1: The load has reached the rating.');
    expect(endIn(['noPower'], dead).text).toBe('Bank 1: The cause is an open breaker or a lost inlet.');
    const full = { ...high, code: 'STORAGE_FULL', object: 'controller', text: 'The disk is full.' };
    expect(endIn([], full).text).toBe('The storage has space again.');
    expect(endIn([], { ...high, code: 'EVENT_31', event: 3, text: 'Much: Bank 1' }).text).toBe('Much: Bank 1');
  });

  it('of one that watches several faults are one, which is not over while another fault lasts', () => {
    const bench = aSource();
    const occurrence = { code: 102, eventId: 3, eventName: 'Fault', object: 'storage', objectKind: 'system' };
    bench.edge({ edge: 'triggered', occurrence: { ...occurrence, objectId: 'controller:storageFailing:lost' } });
    bench.edge({ edge: 'ended', occurrence: { ...occurrence, objectId: 'controller:storageFailing:failing' } });
    expect(bench.emitted).toMatchObject([{ code: 'EVENT_102', event: 3, object: 'system', raised: true }]);
    expect(bench.changes()).toBe(1);
  });
});
