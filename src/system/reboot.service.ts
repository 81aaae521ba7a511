import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import type { CallerWithAddress } from '../common/access.js';
import { causeOf } from '../common/cause.js';
import { Clock, type Millis } from '../common/clock.js';
import { Ticks } from '../kernel/ticks.js';
import { Launch } from '../launcher/launch.js';
import { REBOOTING, type RebootView } from './reboot.view.js';

/** A response that is being sent. */
export interface Reply {
  readonly closed: boolean;
  once(event: 'close', listener: () => void): unknown;
}

/** A response may wait for an earlier one of its connection that never ends, such as a stream, or for a slow client. */
const SENT_WITHIN: Millis = 5_000;

/** Restarts the controller. Relays stay as they are. */
@Injectable()
export class RebootService implements OnModuleInit {
  /** The uptime at which a restart waits for its response no longer. */
  #restartAt: Millis = Infinity;

  constructor(
    private readonly launch: Launch,
    private readonly audit: AuditLogService,
    private readonly clock: Clock,
    private readonly ticks: Ticks,
  ) {}

  onModuleInit(): void {
    this.ticks.onTick('upkeep', ({ uptime }) => {
      if (uptime >= this.#restartAt) this.#restart();
    });
  }

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

  /** Restarts when the response has been sent, nobody waits for it any more, or it cannot be sent in time. */
  restartAfter(response: Reply): void {
    if (response.closed) {
      this.#restart();
      return;
    }
    this.#restartAt = Math.min(this.#restartAt, this.clock.uptime() + SENT_WITHIN);
    response.once('close', () => this.#restart());
  }

  #restart(): void {
    this.#restartAt = Infinity;
    this.launch.restart();
  }
}
