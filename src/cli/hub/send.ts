import { randomUUID } from 'node:crypto';
import type { Millis } from '../../common/clock.js';
import { pause } from '../../common/time-limit.js';
import type { CommandAnswer } from './answers.js';
import { HubRefusal, type HubClient } from './hub-client.js';

const TRIES = 3;
/** Between two questions for the outcome. */
const PAUSE: Millis = 300;
/** A PDU that is there, and has not answered so long after the time of the command, is not waited for. */
const LONGER: Millis = 30_000;

/** A command as the API takes it. */
export interface Order {
  readonly outlet: string;
  readonly command: string;
  readonly reason?: string;
  readonly validMs?: number;
}

/**
 * Sends a command to a PDU, and again with the same key where the answer is lost: that is the same command. Waits until the
 * PDU has answered; or until its time is over, if the PDU is away. Rejects where the outcome stays unknown.
 */
export async function sendAndWait(
  hub: Pick<HubClient, 'ask'>,
  pdu: string,
  order: Order,
  wait = pause,
): Promise<CommandAnswer> {
  const key = randomUUID();
  let command = await again(() => accept(hub, pdu, order, key), wait);
  const { id } = command;
  const longest = Date.parse(command.until) - Date.parse(command.acceptedAt) + LONGER;
  const notKnown = (why: string) => new Error(`${why} The command ${id} is accepted; its outcome is not known here.`);
  for (let waited = 0; command.outcome === 'open'; waited += PAUSE) {
    if (waited > longest) throw notKnown('The PDU does not answer.');
    await wait(PAUSE);
    command = await again(() => hub.ask<CommandAnswer>(`api/fleet/commands/${id}`), wait).catch((error: unknown) => {
      throw notKnown((error as Error).message);
    });
  }
  return command;
}

const accept = (hub: Pick<HubClient, 'ask'>, pdu: string, body: Order, key: string): Promise<CommandAnswer> =>
  hub.ask(`api/fleet/pdus/${pdu}/commands`, { method: 'POST', body, headers: { 'idempotency-key': key } });

/** The same request is sent again unless the hub has refused it. */
async function again<T>(request: () => Promise<T>, wait: typeof pause): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await request();
    } catch (error) {
      if (error instanceof HubRefusal || tries === TRIES) throw error;
      await wait(PAUSE * tries);
    }
  }
}
