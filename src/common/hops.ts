import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { Clock, type Millis } from './clock.js';
import { ApiError } from './errors.js';

/** The number of PDUs that a command has passed through: an action of the first sends 1. */
export const HOP_HEADER = 'x-pdu-hop';
export const MAX_HOPS = 4;

/** The effects of a command show in the measurements, and in events, within this time. */
const MEMORY_DURATION: Millis = 60_000;

/** The hops of a request; 0 for one that a client sent. */
export function hopsOf(request: { readonly headers: Readonly<Record<string, string | string[] | undefined>> }): number {
  const given = request.headers[HOP_HEADER];
  return typeof given === 'string' && /^\d{1,3}$/.test(given) ? Number(given) : 0;
}

/**
 * Remembers the hops of commands from other PDUs. A meter measures their effects here but not their cause, so
 * commands sent soon afterwards count as caused by them; otherwise two PDUs could switch each other for ever.
 */
@Injectable()
export class RecentHops {
  #hops = 0;
  #until: Millis = 0;

  constructor(private readonly clock: Clock) {}

  note(hops: number): void {
    if (hops === 0) return;
    this.#hops = Math.max(this.now, hops);
    this.#until = this.clock.uptime() + MEMORY_DURATION;
  }

  get now(): number {
    return this.clock.uptime() < this.#until ? this.#hops : 0;
  }
}

/** Refuses a command that has passed through too many PDUs. Runs after the guard of the id: 404 before 422. */
@Injectable()
export class HopLimitGuard implements CanActivate {
  constructor(private readonly recent: RecentHops) {}

  canActivate(context: ExecutionContext): boolean {
    const hops = hopsOf(context.switchToHttp().getRequest<Request>());
    if (hops > MAX_HOPS) throw new ApiError('PEER_LOOP', MAX_HOPS);
    this.recent.note(hops);
    return true;
  }
}
