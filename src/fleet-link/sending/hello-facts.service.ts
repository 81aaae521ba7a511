import { Injectable } from '@nestjs/common';
import { Clock, type Millis } from '../../common/clock.js';
import { VERSION } from '../../common/version.js';
import { PduDriver } from '../../hardware/pdu.driver.js';
import { HistoryReaderService } from '../../history/history-reader.service.js';
import { SettingsStore } from '../../settings/settings.store.js';
import type { PduFacts } from '../enrolment/enrolment.js';
import { EventOutbox } from '../events/event-outbox.js';
import type { HelloFacts } from '../link/link-session.js';
import { ConfigHash } from './config-hash.js';
import { PduProfile } from './pdu-profile.js';
import { validName } from './valid-name.js';

const MINUTE: Millis = 60_000;

/** The facts about this controller when it enrols, and in each hello. */
@Injectable()
export class HelloFactsService {
  constructor(
    private readonly driver: PduDriver,
    private readonly settings: SettingsStore,
    private readonly profile: PduProfile,
    private readonly config: ConfigHash,
    private readonly outbox: EventOutbox,
    private readonly history: HistoryReaderService,
    private readonly clock: Clock,
  ) {}

  ofPdu(): PduFacts {
    const { model, enclosureSerialNumber: serial } = this.driver.model.profile;
    return { release: VERSION, serial, model, name: validName(this.settings.get('deviceName')) };
  }

  ofHello(): HelloFacts {
    const { minutes } = this.history.oldest;
    const oldest = minutes === undefined ? null : minutes / 60;
    // The last whole minute; the hub asks for those between and gets those that were measured.
    const newest = oldest === null ? null : Math.max(oldest, Math.floor(this.clock.now() / MINUTE) - 1);
    return {
      ...this.ofPdu(),
      profile: this.profile.hash,
      config: this.config.value,
      event: this.outbox.newest,
      stored: this.outbox.confirmed,
      oldest,
      newest,
    };
  }
}
