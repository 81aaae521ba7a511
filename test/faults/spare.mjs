/**
 * The built controller, which waits for a signal to start: while one controller works, Node has started for the next one.
 * From the signal on it does the same as `node release/local/dist/main.js`, which compiles the release from the code that an
 * earlier start has kept; upon a second signal it throws an error that nobody catches.
 */
import { join } from 'node:path';

const dist = process.env.FAULT_DIST ?? join(import.meta.dirname, '../../release/local/dist');
const started = new Promise((resolve) => process.once('SIGUSR2', resolve));
const keepAlive = setInterval(() => undefined, 60_000);
console.log('waits');
await started;
clearInterval(keepAlive);
process.on('SIGUSR2', () => {
  throw new Error('Nobody catches this: the fault test asked for it.');
});
await import(join(dist, 'main.js'));
