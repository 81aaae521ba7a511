import type { MigrationInterface } from 'typeorm';
import type { Role } from '../../config/runtime-config.js';
import { Initial1700000004200 } from './0001-initial.js';
import { OutletDevices1700000004300 } from './0002-outlet-devices.js';
import { Timeline1700000004400 } from './0003-timeline.js';
import { Fleet1700000004500 } from './0004-fleet.js';
import { Redfish1700000004600 } from './0005-redfish.js';
import { Webhooks1700000004700 } from './0006-webhooks.js';
import { FleetEvents1700000004800 } from './0007-fleet-events.js';
import { Outbox1700000004900 } from './0008-outbox.js';
import { Alarms1700000005000 } from './0009-alarms.js';
import { MeasuredAlarms1700000005100 } from './0010-measured-alarms.js';
import { ConfirmedStates1700000005200 } from './0011-confirmed-states.js';
import { ConsumersAndSources1700000005300 } from './0012-consumers-and-sources.js';
import { RaisedEvents1700000005400 } from './0013-raised-events.js';
import { PendingHostSettings1700000005500 } from './0014-pending-host-settings.js';
import { HUB_MIGRATIONS } from './hub/index.js';

/** Those of a controller, in the order in which they run; their 13 digits grow. A release that has been published keeps its migrations for ever. */
export const MIGRATIONS: (new () => MigrationInterface)[] = [
  Initial1700000004200,
  OutletDevices1700000004300,
  Timeline1700000004400,
  Fleet1700000004500,
  Redfish1700000004600,
  Webhooks1700000004700,
  FleetEvents1700000004800,
  Outbox1700000004900,
  Alarms1700000005000,
  MeasuredAlarms1700000005100,
  ConfirmedStates1700000005200,
  ConsumersAndSources1700000005300,
  RaisedEvents1700000005400,
  PendingHostSettings1700000005500,
];

export const migrationsOf = (role: Role): (new () => MigrationInterface)[] =>
  role === 'hub' ? HUB_MIGRATIONS : MIGRATIONS;
