/**
 * The built controller with its modules loaded, waiting for the signal to start: while one controller works, the next
 * one loads. From the signal on it does the same as `node release/local/dist/main.js`; upon a second signal it throws an
 * error that nobody catches. The release is one file, and loads in a third of the processor time of `dist/`.
 */
import { join } from 'node:path';

const dist = process.env.FAULT_DIST ?? join(import.meta.dirname, '../../release/local/dist');
const started = new Promise((resolve) => process.once('SIGUSR2', resolve));
const keepAlive = setInterval(() => undefined, 60_000);
await import(join(dist, 'server.cjs'));
console.log('loaded');
await started;
clearInterval(keepAlive);
process.on('SIGUSR2', () => {
  throw new Error('Nobody catches this: the fault test asked for it.');
});
await import(join(dist, 'main.js'));
