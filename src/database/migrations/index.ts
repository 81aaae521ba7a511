import type { MigrationInterface } from 'typeorm';
import { Audit1700000000100 } from './0001-audit.js';
import { Hardware1700000000200 } from './0002-hardware.js';
import { Settings1700000000300 } from './0003-settings.js';
import { Roles1700000000400 } from './0004-roles.js';
import { Users1700000000500 } from './0005-users.js';
import { Auth1700000000600 } from './0006-auth.js';
import { Inlets1700000000700 } from './0007-inlets.js';
import { PowerCycles1700000000750 } from './0007a-power-cycles.js';
import { Banks1700000000800 } from './0008-banks.js';
import { Sensors1700000000900 } from './0009-sensors.js';
import { Outlets1700000001000 } from './0010-outlets.js';
import { ColdStart1700000001050 } from './0010a-cold-start.js';
import { RelayOutputs1700000001100 } from './0011-relay-outputs.js';
import { Groups1700000001200 } from './0012-groups.js';
import { Protection1700000001300 } from './0013-protection.js';
import { Actions1700000001400 } from './0014-actions.js';
import { Energy1700000001450 } from './0014a-energy.js';
import { Events1700000001500 } from './0015-events.js';
import { Channels1700000001600 } from './0016-channels.js';
import { History1700000003000 } from './0020-history.js';
import { EventMaker1700000003600 } from './0036-event-maker.js';
import { Makers1700000003700 } from './0037-makers.js';
import { KnownSenders1700000004000 } from './0040-known-senders.js';
import { SwitchingCause1700000004100 } from './0041-switching-cause.js';

/** Every change of a table since the first, in order. Released ones are never edited. */
export const MIGRATIONS: (new () => MigrationInterface)[] = [
  Audit1700000000100,
  Hardware1700000000200,
  Settings1700000000300,
  Roles1700000000400,
  Users1700000000500,
  Auth1700000000600,
  Inlets1700000000700,
  PowerCycles1700000000750,
  Banks1700000000800,
  Sensors1700000000900,
  Outlets1700000001000,
  ColdStart1700000001050,
  RelayOutputs1700000001100,
  Groups1700000001200,
  Protection1700000001300,
  Actions1700000001400,
  Energy1700000001450,
  Events1700000001500,
  Channels1700000001600,
  History1700000003000,
  EventMaker1700000003600,
  Makers1700000003700,
  KnownSenders1700000004000,
  SwitchingCause1700000004100,
];
