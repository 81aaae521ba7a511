import { once } from 'node:events';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * A thread that reads 64 registers again and again: `requests` of them with `window` at once on each of `connections`;
 * with `pause` it waits so many milliseconds between two requests. Posts the durations, in milliseconds.
 */
const { port, requests, window = 1, connections = 1, pause = 0 } = workerData;
const REQUEST = Buffer.from('0000000000060103800000' + '40', 'hex');
const RESPONSE = 9 + 128;

async function run() {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  const sent = [];
  const durations = [];
  let received = 0;
  const send = () => {
    sent.push(performance.now());
    socket.write(REQUEST);
  };
  return new Promise((resolve) => {
    socket.on('close', () => resolve(durations));
    socket.on('data', (bytes) => {
      received += bytes.length;
      while (received >= RESPONSE) {
        received -= RESPONSE;
        durations.push(performance.now() - sent[durations.length]);
        if (sent.length < requests) {
          if (pause > 0) setTimeout(send, pause);
          else send();
        } else if (durations.length === requests) socket.destroy();
      }
    });
    for (let first = 0; first < Math.min(window, requests); first++) send();
  });
}

const started = performance.now();
const durations = (await Promise.all(Array.from({ length: connections }, run))).flat();
parentPort.postMessage({ durations, milliseconds: performance.now() - started });
