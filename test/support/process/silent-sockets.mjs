/** Preloaded: at SIGUSR2, each socket that may be silent for ten seconds has been that. */
import { Socket } from 'node:net';

const LIMIT = 10_000;
const limited = new Set();
const original = Socket.prototype.setTimeout;

Socket.prototype.setTimeout = function (limit, ...listener) {
  if (limit === LIMIT) limited.add(this);
  else limited.delete(this);
  return original.call(this, limit, ...listener);
};

process.on('SIGUSR2', () => {
  for (const socket of limited) if (!socket.destroyed) socket.emit('timeout');
});
