import { createServer } from 'node:net';

/** Below the ports that the system gives away by itself, and 2,000 of them for each worker. */
const FIRST = 10_000;
const COUNT = 2_000;
const WORKERS = 10;

/** The ports given away by this worker, the newest last. */
const given = new Set<number>();

/**
 * A port of 127.0.0.1 that is free, for a program that needs a number. No other worker is given it, and the system gives
 * it to no connection, so that it is still free when the program has started. This worker does not give it away again
 * soon: the program may not listen yet, or may have stopped and start again.
 */
export async function freePort(): Promise<number> {
  const worker = Number(process.env['JEST_WORKER_ID'] ?? 1) % WORKERS;
  for (;;) {
    const port = FIRST + worker * COUNT + Math.floor(Math.random() * COUNT);
    if (given.has(port)) continue;
    given.add(port); // before the check, during which somebody else may ask
    const [oldest] = given;
    if (given.size > COUNT / 2 && oldest !== undefined) given.delete(oldest);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
