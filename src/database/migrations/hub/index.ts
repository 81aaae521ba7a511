import type { MigrationInterface } from 'typeorm';
import { HubInitial1700001000100 } from './0001-initial.js';
import { FleetData1700001000200 } from './0002-fleet-data.js';
import { NewestReadings1700001000300 } from './0003-newest-readings.js';
import { OpenEvents1700001000400 } from './0004-open-events.js';
import { EventIds1700001000500 } from './0005-event-ids.js';
import { IndexOfEvents1700001000600 } from './0006-index-of-events.js';

/** Those of a hub, in the order in which they run; their 13 digits grow. */
export const HUB_MIGRATIONS: (new () => MigrationInterface)[] = [
  HubInitial1700001000100,
  FleetData1700001000200,
  NewestReadings1700001000300,
  OpenEvents1700001000400,
  EventIds1700001000500,
  IndexOfEvents1700001000600,
];
