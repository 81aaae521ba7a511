import { Clock } from '../dist/common/clock.js';

/** A logger that shows errors only. */
export const SILENT = { log() {}, warn() {}, debug() {}, verbose() {}, error: console.error, fatal: console.error };

/** A clock that the benchmark moves. */
export class MovedClock extends Clock {
  at = Date.parse('2026-03-02T00:00:00Z');
  elapsed = 0;
  now = () => this.at;
  uptime = () => this.elapsed;
  advance(ms) {
    this.at += ms;
    this.elapsed += ms;
  }
}
