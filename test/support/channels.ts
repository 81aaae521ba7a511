import { Authorities } from '../../src/actions/channels/authorities.js';
import { MailChannel } from '../../src/actions/channels/mail.channel.js';
import { CurrentMeasurements } from '../../src/actions/channels/measurements.service.js';
import { Outbound } from '../../src/actions/channels/outbound.service.js';
import { PeerChannel } from '../../src/actions/channels/peer.channel.js';
import { PeerPin } from '../../src/actions/channels/peer-pin.entity.js';
import { PeerPins } from '../../src/actions/channels/peer-pins.service.js';
import { PostChannel } from '../../src/actions/channels/post.channel.js';
import { SnmpEngineRow } from '../../src/actions/channels/snmp-engine.entity.js';
import { SnmpEngine } from '../../src/actions/channels/snmp-engine.service.js';
import { Sockets } from '../../src/actions/channels/sockets.js';
import { CurrentTrapFacts } from '../../src/actions/channels/trap-facts.service.js';
import { TrapChannel } from '../../src/actions/channels/trap.channel.js';
import { AuditLog } from '../../src/audit/audit-log.service.js';
import { BanksService } from '../../src/banks/banks.service.js';
import { RuntimeConfig } from '../../src/config/runtime-config.js';
import { Channels1700000001600 } from '../../src/database/migrations/0016-channels.js';
import { PduDriver } from '../../src/hardware/pdu.driver.js';
import { InletsService } from '../../src/inlets/inlets.service.js';
import { Clock } from '../../src/kernel/clock.js';
import { RecentHops } from '../../src/kernel/hops.js';
import { OutboundTargets } from '../../src/outbound/outbound-targets.service.js';
import { OutletsService } from '../../src/outlets/outlets.service.js';
import { SensorsService } from '../../src/sensors/sensors.service.js';
import { SettingsStore } from '../../src/settings/settings.store.js';
import type { SettingChange } from '../../src/settings/setting-value.js';
import { aPdu, type Pdu, type PduOptions } from './pdu.js';
import { aDatabase, type RoomDatabase } from './room-database.js';

/** The channels of a whole controller, without the actions that use them. */
export interface ChannelBench {
  readonly pdu: Pdu;
  readonly mail: MailChannel;
  readonly trap: TrapChannel;
  readonly post: PostChannel;
  readonly peer: PeerChannel;
  readonly pins: PeerPins;
  readonly engine: SnmpEngine;
  readonly database: RoomDatabase;
  set(settings: SettingChange): Promise<void>;
  stop(): Promise<void>;
}

/** Instead of the authorities that Node knows: the one whose PEM this is. */
const trusting = (pem: string | undefined): Authorities => Object.assign(new Authorities(), { pem });

export async function aChannelBench(options: PduOptions & { readonly authority?: string } = {}): Promise<ChannelBench> {
  const pdu = await aPdu(options);
  const database = await aDatabase([PeerPin, SnmpEngineRow], [Channels1700000001600]);
  const of = <T>(service: abstract new (...parts: never[]) => T): T => pdu.app.get<T>(service, { strict: false });

  const settings = of(SettingsStore);
  const driver = of(PduDriver);
  const clock = of(Clock);
  const [inlets, banks, outlets] = [of(InletsService), of(BanksService), of(OutletsService)];
  const outbound = new Outbound(of(OutboundTargets), new Sockets());
  const authorities = trusting(options.authority);
  const measurements = new CurrentMeasurements(driver, inlets, banks, of(SensorsService), outlets);
  const facts = new CurrentTrapFacts(driver, inlets, banks, outlets, settings, of(RuntimeConfig));
  const engine = new SnmpEngine(database.db, clock);
  const pins = new PeerPins(database.db, of(AuditLog), clock);
  return {
    pdu,
    mail: new MailChannel(outbound, settings, driver, authorities),
    trap: new TrapChannel(outbound, settings, facts, engine, clock),
    post: new PostChannel(outbound, settings, driver, measurements, authorities),
    peer: new PeerChannel(outbound, pins, of(RecentHops)),
    pins,
    engine,
    database,
    set: (values) => settings.change(values, { kind: 'system', who: 'test' }),
    stop: async () => {
      await pdu.stop();
      await database.close();
    },
  };
}
