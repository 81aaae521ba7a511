/** A worker that publishes `rate` messages a second to a topic until it is terminated, and says how many these were. */
import { parentPort, workerData } from 'node:worker_threads';
import { connectAsync } from 'mqtt';

const { port, topic, payload, rate } = workerData;
const STEP_MS = 20;
const client = await connectAsync(`mqtt://127.0.0.1:${port}`);
let sent = 0;
const began = performance.now();
setInterval(() => {
  // A socket that is full gets no more: the broker is the limit then, and the count says so.
  const due = Math.min(Math.floor(((performance.now() - began) / 1000) * rate) - sent, rate / 5);
  if (client.stream.writableNeedDrain) return;
  for (let each = 0; each < due; each++) client.publish(topic, payload, { qos: 0 });
  sent += Math.max(due, 0);
  parentPort.postMessage({ sent, seconds: (performance.now() - began) / 1000 });
}, STEP_MS);
