import { isolating } from './direction.js';

const protocols: Readonly<Record<string, string>> = { snmp: 'SNMP', ssh: 'SSH', nut: 'NUT', modbus: 'Modbus' };

const vias: Readonly<Record<string, string>> = {
  session: 'Session',
  token: 'Access token',
  basic: 'HTTP Basic',
  ...protocols,
  action: 'Action',
  schedule: 'Schedule',
  coldStart: 'Power-up',
  powerCycle: 'Reboot or sequence',
  system: 'Controller',
};

/** The texts of the activity log. They are not part of `en`, so that only its page loads them. */
export const logTexts = isolating({
  time: 'Time',
  activity: 'Activity',
  via: 'Via',
  address: 'Address',
  result: 'Result',
  filter: 'Filter',
  anyKind: 'All activity',
  filters: {
    outlet: 'Outlets',
    group: 'Groups',
    relayOutput: 'Relay outputs',
    bank: 'Banks',
    inlet: 'Inlets',
    sensor: 'Sensors',
    event: 'Events',
    action: 'Actions',
    user: 'Users',
    role: 'Roles',
    session: 'Sessions',
    settings: 'Settings',
    certificate: 'Certificates',
    config: 'Configuration',
    device: 'Device',
    firmware: 'Firmware',
    controller: 'Controller faults',
  },
  older: 'Show older',
  object: 'Object',
  anyObject: 'All objects',
  from: 'From',
  to: 'To',
  apply: 'Show',
  csv: 'Download as CSV',
  empty: 'No activity.',
  details: 'Details',
  ok: 'OK',
  failed: 'Failed',
  vias,
});
