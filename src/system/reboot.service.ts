import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { AuditLog } from '../audit/audit-log.service.js';
import type { CallerAt } from '../kernel/access.js';
import { causeOf } from '../kernel/cause.js';
import { Launch } from '../launcher/launch.js';
import { REBOOTING, type RebootView } from './reboot.view.js';

/** Starts the controller anew. Relays stay as they are. */
@Injectable()
export class Reboot {
  constructor(
    private readonly launch: Launch,
    private readonly audit: AuditLog,
  ) {}

  /** Once the answer is out. A disk that is full does not prevent it. */
  async reboot(caller: CallerAt, response: Response): Promise<RebootView> {
    await this.audit.tryToRecord({ kind: 'device.reboot', object: 'device', cause: causeOf(caller) });
    this.after(response);
    return REBOOTING;
  }

  /** Restarts when the answer has been sent, or nobody waits for it any more. */
  after(response: Response): void {
    if (response.closed) this.launch.restart();
    else response.once('close', () => this.launch.restart());
  }
}
