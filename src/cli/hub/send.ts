import { randomUUID } from 'node:crypto';
import { pause } from '../../common/time-limit.js';
import type { CommandAnswer } from './answers.js';
import { HubRefusal, type HubClient } from './hub-client.js';

const TRIES = 3;
/** Between two questions for the outcome, ms. */
const PAUSE = 300;

/** A command as the API takes it. */
export interface Order {
  readonly outlet: string;
  readonly command: string;
  readonly reason?: string;
  readonly validMs?: number;
}

/**
 * Sends a command to a PDU, and again with the same key where the answer is lost: that is the same command. Waits until the
 * PDU has answered; or until its time is over, if the PDU is away.
 */
export async function sendAndWait(
  hub: Pick<HubClient, 'ask'>,
  pdu: string,
  order: Order,
  wait = pause,
): Promise<CommandAnswer> {
  const key = randomUUID();
  let command = await again(() => accept(hub, pdu, order, key), wait);
  while (command.outcome === 'open') {
    await wait(PAUSE);
    const { id } = command;
    command = await again(() => hub.ask<CommandAnswer>(`api/fleet/commands/${id}`), wait).catch((error: unknown) => {
      throw new Error(`${(error as Error).message} The command ${id} is accepted; its outcome is not known here.`);
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
