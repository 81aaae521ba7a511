import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import type { CallerWithAddress } from '../common/access.js';
import { causeOf } from '../common/cause.js';
import { Launch } from '../launcher/launch.js';
import { REBOOTING, type RebootView } from './reboot.view.js';

/** A response that is being sent. */
export interface Reply {
  readonly closed: boolean;
  once(event: 'close', listener: () => void): unknown;
}

/** Restarts the controller. Relays stay as they are. */
@Injectable()
export class RebootService {
  constructor(
    private readonly launch: Launch,
    private readonly audit: AuditLogService,
  ) {}

  /** Restarts once the response is sent. A full disk does not prevent it. */
  async reboot(caller: CallerWithAddress, response: Reply): Promise<RebootView> {
    await this.record(caller);
    this.restartAfter(response);
    return REBOOTING;
  }

  /** Records a restart that a caller has asked for. */
  async record(caller: CallerWithAddress): Promise<void> {
    await this.audit.tryToRecord({ kind: 'device.reboot', object: 'device', cause: causeOf(caller) });
  }

  /** Restarts when the response has been sent, or nobody waits for it any more. */
  restartAfter(response: Reply): void {
    if (response.closed) this.launch.restart();
    else response.once('close', () => this.launch.restart());
  }
}
