import { PASSWORD } from './support.mjs';

/** Signs in from 200 clients at once until it is killed; prints the number of answers by status for each second. */
const [port] = process.argv.slice(2);
const CLIENTS = 200;
const body = JSON.stringify({ username: 'admin', password: PASSWORD });
let answers = new Map();

async function client() {
  for (;;) {
    const { status } = await fetch(`http://127.0.0.1:${port}/api/login`, { method: 'POST', body });
    answers.set(status, (answers.get(status) ?? 0) + 1);
    // A refused client waits a little, or the flood would consist of refusals only.
    if (status === 429) await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
for (let count = 0; count < CLIENTS; count++) void client();
setInterval(() => {
  console.log(`answered ${JSON.stringify([...answers])}`);
  answers = new Map();
}, 1000);
