import { TrustedAuthorities } from '../../../src/actions/channels/trusted-authorities.js';
import { MailChannel } from '../../../src/actions/channels/mail/mail.channel.js';
import { MeasurementsService } from '../../../src/actions/channels/post/measurements.service.js';
import { OutboundService } from '../../../src/outbound/outbound.service.js';
import { PeerChannel } from '../../../src/actions/channels/peer/peer.channel.js';
import { PeerPinEntity } from '../../../src/actions/channels/peer/peer-pin.entity.js';
import { PeerPinsService } from '../../../src/actions/channels/peer/peer-pins.service.js';
import { PostChannel } from '../../../src/actions/channels/post/post.channel.js';
import { SnmpEngineEntity } from '../../../src/actions/channels/trap/snmp-engine.entity.js';
import { SnmpEngineService } from '../../../src/actions/channels/trap/snmp-engine.service.js';
import { TrapFactsService } from '../../../src/actions/channels/trap/trap-facts.service.js';
import { TrapChannel } from '../../../src/actions/channels/trap/trap.channel.js';
import { AuditLogService } from '../../../src/audit/audit-log.service.js';
import { BanksService } from '../../../src/banks/banks.service.js';
import { RuntimeConfig } from '../../../src/config/runtime-config.js';
import { PduDriver } from '../../../src/hardware/pdu.driver.js';
import { InletsService } from '../../../src/inlets/inlets.service.js';
import { Clock } from '../../../src/common/clock.js';
import { RecentHops } from '../../../src/common/hops.js';
import { OutboundPolicyService } from '../../../src/outbound/outbound-policy.service.js';
import { OutletsService } from '../../../src/outlets/outlets.service.js';
import { SensorsService } from '../../../src/sensors/sensors.service.js';
import { SettingsStore } from '../../../src/settings/settings.store.js';
import type { SettingChange } from '../../../src/settings/setting-value.js';
import { aPdu, type Pdu, type PduOptions } from '../app/pdu.js';
import { aDatabase, type ModuleDatabase } from './module-database.js';

/** A time limit that never ends. */
export const unlimited = (): AbortSignal => new AbortController().signal;

/** The channels of a whole controller, without the actions that use them. */
export interface ChannelBench {
  readonly pdu: Pdu;
  readonly mail: MailChannel;
  readonly trap: TrapChannel;
  readonly post: PostChannel;
  readonly peer: PeerChannel;
  readonly pins: PeerPinsService;
  readonly engine: SnmpEngineService;
  readonly database: ModuleDatabase;
  set(settings: SettingChange): Promise<void>;
  stop(): Promise<void>;
}

/** The PEM of the only trusted authority, instead of those of Node. */
const trusting = (pem: string | undefined): TrustedAuthorities => Object.assign(new TrustedAuthorities(), { pem });

export async function aChannelBench(options: PduOptions & { readonly authority?: string } = {}): Promise<ChannelBench> {
  const pdu = await aPdu(options);
  const database = await aDatabase([PeerPinEntity, SnmpEngineEntity]);
  const of = <T>(service: abstract new (...parts: never[]) => T): T => pdu.app.get<T>(service, { strict: false });

  const settings = of(SettingsStore);
  const driver = of(PduDriver);
  const clock = of(Clock);
  const [inlets, banks, outlets] = [of(InletsService), of(BanksService), of(OutletsService)];
  const outbound = new OutboundService(of(OutboundPolicyService));
  const authorities = trusting(options.authority);
  const measurements = new MeasurementsService(driver, inlets, banks, of(SensorsService), outlets);
  const facts = new TrapFactsService(driver, inlets, banks, outlets, of(RuntimeConfig));
  const engine = new SnmpEngineService(database.db, clock);
  const pins = new PeerPinsService(database.db, of(AuditLogService), clock);
  return {
    pdu,
    mail: new MailChannel(outbound, settings, driver, authorities),
    trap: new TrapChannel(outbound, settings, facts, engine, clock),
    post: new PostChannel(outbound, settings, driver, measurements, authorities, clock),
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
