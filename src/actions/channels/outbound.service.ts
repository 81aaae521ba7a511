import { Injectable } from '@nestjs/common';
import { OutboundTargets, TargetRefused, type Target } from '../../outbound/outbound-targets.service.js';
import type { Delivery } from './channel.js';
import { Sockets } from './sockets.js';
import { withTimeLimit } from './time-limit.js';
import { later, never, reasonOf, type Undelivered } from './undelivered.js';

/** A little less than an action may take, so that this side says what became of it. */
const TOTAL_MS = 9500;

/** What every channel goes through: the limits of a message on its way, and which addresses it may go to. */
@Injectable()
export class Outbound {
  constructor(
    private readonly targets: OutboundTargets,
    private readonly sockets: Sockets,
  ) {}

  /** Runs the work as one of at most 64, ends it after 9.5 s with what `late` says, and turns an error into a value. */
  async send(
    work: (signal: AbortSignal) => Promise<Delivery>,
    late: () => Delivery = () => later('It took longer than 10 s.'),
  ): Promise<Delivery> {
    const guarded = (signal: AbortSignal) => this.sockets.use(signal, () => work(signal));
    try {
      return await withTimeLimit(TOTAL_MS, guarded, late);
    } catch (error) {
      return later(`It was not sent: ${reasonOf(error)}.`);
    }
  }

  /** Finds the address of a host and checks it; asked anew for each attempt. */
  async reach(host: string, port: number): Promise<Target | Undelivered> {
    try {
      return await this.targets.reach(host, port);
    } catch (error) {
      if (error instanceof TargetRefused) return never(`It was not sent: ${error.message}.`);
      return later(`It was not sent: ${reasonOf(error)}.`);
    }
  }
}

export const isReached = (reached: Target | Undelivered): reached is Target => 'address' in reached;
