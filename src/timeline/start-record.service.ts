import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { EntryReader } from '../audit/entry-reader.js';
import { VERSION } from '../common/version.js';

const KIND = 'device.start';
/** The kinds of what ends a run on request, and the starts themselves: the newest of them is the reason for this start. */
const STOPS_AND_STARTS = ['device.reboot', 'firmware.install', KIND];

/** Records each start of the controller, with the restart or the firmware that led to it. */
@Injectable()
export class StartRecordService implements OnApplicationBootstrap {
  constructor(
    private readonly audit: AuditLogService,
    private readonly reader: EntryReader,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const [newest] = (await this.reader.page({ kinds: STOPS_AND_STARTS }, 1).catch(() => ({ entries: [] }))).entries;
    const stop = newest && newest.kind !== KIND && newest.result === 'ok' ? newest : undefined;
    const cause = { kind: 'system', who: 'controller', entry: stop?.id } as const;
    await this.audit.recordOrQueue({ kind: KIND, object: 'device', cause, after: { version: VERSION } });
  }
}
