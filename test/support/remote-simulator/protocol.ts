import type { Socket } from 'node:net';
import type { OutletId, RelayOutputId, SensorPort } from '../../../src/common/ids.js';
import type { OnOff } from '../../../src/common/units.js';
import type { ContactState } from '../../../src/hardware/snapshot.js';

/**
 * The messages between a controller and a remote simulator: one JSON object a line. Every question has a number, and the
 * reply to it has the same one.
 */
export type SimulatorRequest =
  /** The first on a connection: who asks, and which PDU it takes the simulator for. */
  | { readonly ask: 'hello'; readonly pid: number; readonly model: string; readonly serial: string }
  /** Answers `Readings`. */
  | { readonly ask: 'read' }
  | { readonly ask: 'setOutlets'; readonly changes: readonly { readonly id: OutletId; readonly state: OnOff }[] }
  | { readonly ask: 'setRelayOutput'; readonly id: RelayOutputId; readonly state: OnOff }
  | { readonly ask: 'setHubRelay'; readonly port: SensorPort; readonly index: number; readonly state: ContactState }
  | { readonly ask: 'setVdcOutput'; readonly port: SensorPort; readonly on: boolean };

export type Numbered<T> = T & { readonly number: number };

/** The reply of the simulator: an answer, or in one sentence why there is none. */
export type SimulatorReply = { readonly answer?: unknown } | { readonly error: string };

/** Name of the simulator's socket in the controller's data folder; a link when the simulator stands elsewhere. */
export const SIMULATOR_SOCKET = 'simulator.sock';

export const send = (socket: Socket, message: object): boolean => socket.write(`${JSON.stringify(message)}\n`);

/** Longest line, in characters: the readings of some ten thousand outlets. */
const MAX_LINE_LENGTH = 16 * 1024 * 1024;

/** Calls back with each message that arrives. What is no JSON, or has no end, ends the connection. */
// The type parameter says what this side takes the messages of the other to be; both are this folder's own code.
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters
export function onMessage<T>(socket: Socket, reader: (message: T) => void): void {
  let begun = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    const lines = (begun + chunk).split('\n');
    begun = lines.pop() ?? '';
    try {
      if (begun.length > MAX_LINE_LENGTH) throw new Error(`A line is longer than ${MAX_LINE_LENGTH} characters.`);
      for (const line of lines) reader(JSON.parse(line) as T);
    } catch (error) {
      socket.destroy(error as Error);
    }
  });
}
