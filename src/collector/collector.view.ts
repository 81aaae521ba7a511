import type { HealthView } from '../health/health.view.js';
import type { HostedPdu, PduState } from './hosted-pdu.js';

/** The state of a collector in numbers. */
export interface CollectorHealthView {
  /** `ok`: all PDUs can be controlled; `degraded`: some cannot, or something else is wrong; `down`: none can. */
  readonly status: 'ok' | 'degraded' | 'down';
  readonly pdus: {
    readonly listed: number;
    readonly running: number;
    /** Those whose outlets can be switched now. */
    readonly ready: number;
    /** Those that did not start and are tried again. */
    readonly failed: number;
  };
}

/** A PDU of the collector. */
export interface HostedPduView {
  readonly name: string;
  readonly state: PduState;
  /** The reason why the last start has failed. */
  readonly problem: string | undefined;
  readonly restarts: number;
  /** Its address on this machine; absent if it has no port of its own. */
  readonly url: string | undefined;
  /** As its own `/health`; absent while it does not run. */
  readonly health: HealthView | undefined;
}

export function collectorHealthView(pdus: readonly HostedPdu[]): CollectorHealthView {
  const healths = pdus.flatMap(({ running }) => (running ? [running.health] : []));
  const ready = healths.filter((each) => each.ready).length;
  const isOk = healths.length === pdus.length && healths.every(({ status }) => status === 'ok');
  return {
    status: isOk ? 'ok' : ready > 0 || pdus.length === 0 ? 'degraded' : 'down',
    pdus: {
      listed: pdus.length,
      running: healths.length,
      ready,
      failed: pdus.filter(({ problem }) => problem !== undefined).length,
    },
  };
}

export const hostedPduView = ({ name, state, problem, restarts, running }: HostedPdu): HostedPduView => ({
  name,
  state,
  problem,
  restarts,
  url: running?.url,
  health: running?.health,
});
