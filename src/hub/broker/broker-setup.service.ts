import { Injectable } from '@nestjs/common';
import { BrokerSetup, type BrokerWanted } from '../../common/broker-setup.js';
import { Clock } from '../../common/clock.js';
import { RuntimeConfig } from '../../config/runtime-config.js';
import { HubKeysService } from '../authority/hub-keys.service.js';
import { PdusService } from '../pdus/pdus.service.js';
import { brokerFiles, revocationsOf } from './broker-files.js';

/** The files of brokers, for commands on the machine of the hub. */
@Injectable()
export class BrokerSetupService extends BrokerSetup {
  constructor(
    private readonly config: RuntimeConfig,
    private readonly pdus: PdusService,
    private readonly clock: Clock,
  ) {
    super();
  }

  async files(dataDir: string, wanted: BrokerWanted, older?: string): Promise<ReadonlyMap<string, string>> {
    const { authority } = await HubKeysService.stored({ ...this.config, dataDir }, this.clock);
    return brokerFiles(authority, { ...wanted, pdus: this.pdus.all, revocations: older, now: this.clock.now() });
  }

  async revoked(dataDir: string, older?: string): Promise<string> {
    const { authority } = await HubKeysService.stored({ ...this.config, dataDir }, this.clock);
    return revocationsOf(authority, this.pdus.all, this.clock.now(), older);
  }
}
