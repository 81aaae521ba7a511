/** Any configuration of a `single-phase-16`, as an operator might write it: for tests of what holds of every document. */
import * as fc from 'fast-check';
import { PERMISSION_FLAGS } from '../../src/kernel/access.js';
import { BANK, HUB, INLET } from './furnished.js';

const OUTLETS = ['1-1200578', '2-1200578', '3-1200578', '8-1200578'];
const RELAYS = ['R1-1000036', 'R2-1000036'];

const name = fc.stringMatching(/^[A-Za-zÄöß€ 0-9'"\\{}:#&*-]{1,30}$/);
const id = fc.integer({ min: 2, max: 400 });
const subset = (of: readonly string[], minLength = 0) => fc.shuffledSubarray([...of], { minLength });
/** Some of these things, each with these members. */
const each = (ids: readonly string[], members: fc.Arbitrary<object>) =>
  fc
    .tuple(subset(ids), fc.array(members, { minLength: ids.length, maxLength: ids.length }))
    .map(([chosen, all]) => chosen.map((known, place) => ({ id: known, ...all[place] })));
const some = (entry: fc.Arbitrary<object>) =>
  fc
    .tuple(fc.uniqueArray(id, { maxLength: 4 }), fc.array(entry, { minLength: 4, maxLength: 4 }))
    .map(([ids, all]) => ids.map((own, place) => ({ id: own, ...all[place] })));
const optional = (members: Record<string, fc.Arbitrary<unknown>>) => fc.record(members, { requiredKeys: [] });
const flag = fc.boolean();

const settings = optional({
  deviceName: name,
  timezone: fc.constantFrom('UTC', 'Europe/Vienna', 'GMT+8'),
  globalRebootTime: fc.integer({ min: 1, max: 3600 }),
  smtpServer: fc.constantFrom('', 'mail.example.com'),
  lcdOrientation: fc.constantFrom(0, 90, 180, 270),
  snmp3TrapSecurity: fc.constantFrom('authPriv', 'noAuthNoPriv'),
  webIdleTimeout: fc.integer({ min: 0, max: 86_400 }),
  telnetEnabled: flag,
});

const permissions = optional({
  ...Object.fromEntries(PERMISSION_FLAGS.map((one) => [one, flag])),
  viewOutlets: subset(OUTLETS),
  modifyOutlets: subset(OUTLETS),
});

const users = (roles: readonly { id: number }[]) =>
  some(
    fc.record(
      {
        username: name.map((text) => text.replaceAll(':', ';')), // no colon: HTTP Basic cannot carry it
        roleId: fc.constantFrom(1, ...roles.map((role) => role.id)),
        enabled: flag,
        snmpv3User_id: fc.constantFrom('', 'reader'),
        snmpv3AuthProtocol: fc.constantFrom('SHA', 'MD5'),
      },
      { requiredKeys: ['username', 'roleId'] },
    ),
  ).map((all) => [{ id: 1, username: 'admin', roleId: 1 }, ...all.map((user) => ownName(user, 'username'))]);

const outlet = optional({
  outletName: name,
  pwrOnState: fc.constantFrom('ON', 'OFF', 'PREV'),
  customRebootTimeEnabled: flag,
  customRebootTime: fc.integer({ min: 1, max: 3600 }),
});

const group = fc.record({ groupName: name, groupRebootSequenceDelay: fc.nat(60), outlets: subset(OUTLETS, 1) });

const actions = (groups: readonly { id: number }[]) => {
  const params = [
    fc.record({ code: fc.constant(11), params: fc.tuple(fc.constantFrom(...OUTLETS), fc.constantFrom('ON', 'OFF')) }),
    fc.record({ code: fc.constant(15), params: fc.constant(['ops@example.com']) }),
    ...groups.slice(0, 1).map((one) => fc.constant({ code: 17, params: [String(one.id)] })),
  ];
  return some(fc.tuple(fc.record({ name, enabled: flag }), fc.oneof(...params)).map(([a, b]) => ({ ...a, ...b })));
};

const events = (known: readonly { id: number }[]) => {
  const params = fc.oneof(
    fc.record({
      code: fc.constant(31),
      params: fc.tuple(fc.constant(BANK), fc.constantFrom('16', '3.5'), fc.constant('3')),
    }),
    fc.constant({ code: 53, params: ['08:00'] }),
    fc.constant({ code: 54, params: ['60'] }),
  );
  const members = fc.record({ name, enabled: flag, actions: fc.shuffledSubarray(known.map((action) => action.id)) });
  return some(fc.tuple(members, params).map(([a, b]) => ({ ...a, ...b })));
};

/** Names that must differ do. */
const ownName = <T extends { id: number }>(entry: T, member: string) =>
  ({ ...entry, [member]: `${entry.id} ${String((entry as Record<string, unknown>)[member])}`.trimEnd() }) as T;

const roles = some(fc.record({ name, permissions }, { requiredKeys: ['name'] })).map((all) =>
  all.map((role) => ownName(role, 'name')),
);

/** The sections of a document; each names only what is in it. */
export const someSections = fc
  .tuple(roles, some(group))
  .chain(([allRoles, groups]) => fc.tuple(fc.constant({ roles: allRoles, groups }), users(allRoles), actions(groups)))
  .chain(([known, allUsers, allActions]) =>
    fc.record({
      settings,
      roles: fc.constant(known.roles),
      users: fc.constant(allUsers),
      inlets: each([INLET], fc.record({ inletName: name })),
      banks: each([BANK], fc.record({ bankName: name })),
      sensors: each(
        [HUB],
        optional({
          sensorName: name,
          digitalInputs: fc.tuple(fc.record({ index: fc.constant(1), digitalInputName: name })),
        }),
      ),
      outlets: each(OUTLETS, outlet),
      relayOutputs: each(RELAYS, optional({ customRebootTime: fc.integer({ min: 1, max: 3600 }) })),
      groups: fc.constant(known.groups),
      actions: fc.constant(allActions),
      events: events(allActions),
    }),
  );
