/** An hour of the screen on a wall in a minute: every second of it is a message with other values, and a tick of its timers. */
const WARM_UP = 120;
const HOUR = 3_600;

/** The bytes that are left on the heap of the page after garbage was collected. */
async function heapOf(devTools) {
  await devTools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devTools.send('Runtime.getHeapUsage');
  return usedSize;
}

/** A message so many seconds later: all loads have moved, and once a minute a breaker trips or closes. */
function later(message, seconds) {
  const wave = 1 + 0.2 * Math.sin(seconds / 7);
  const moved = (value) => value && value * wave;
  return JSON.stringify({
    ...message,
    device: {
      ...message.device,
      uptime: message.device.uptime + seconds,
      time: new Date(Date.parse(message.device.time) + seconds * 1000).toISOString(),
    },
    inlets: message.inlets.map((inlet) => ({ ...inlet, inletActivePower: moved(inlet.inletActivePower) })),
    banks: message.banks.map((bank, place) => ({
      ...bank,
      currentRms: moved(bank.currentRms),
      ...(bank.circuitBreakerClosed !== undefined &&
        place === 0 && { circuitBreakerClosed: Math.floor(seconds / 60) % 2 === 0 }),
    })),
    outlets: message.outlets.map((outlet) => ({
      ...outlet,
      watts: moved(outlet.watts),
      currentRms: moved(outlet.currentRms),
    })),
  });
}

/**
 * Shows the wall screen for an hour.
 * @param page a page with a session; `base` is the address of the controller
 * @returns bytes of the heap after two minutes and after an hour
 */
export async function heapOfWall(page) {
  await page.clock.install();
  let socket;
  let first;
  await page.routeWebSocket(/\/ws$/, (client) => {
    socket = client;
    const server = client.connectToServer();
    server.onMessage((text) => {
      if (first) return; // the bench sends what comes after the first message
      first = JSON.parse(String(text));
      client.send(text);
    });
  });
  await page.goto(`${page.base}/wall`);
  await page.locator('.wall-figure').first().waitFor();
  const devTools = await page.context().newCDPSession(page);
  const run = async (from, to) => {
    for (let second = from; second < to; second++) {
      socket.send(later(first, second));
      await page.clock.runFor(1_000);
    }
  };
  await run(1, WARM_UP);
  const before = await heapOf(devTools);
  await run(WARM_UP, WARM_UP + HOUR);
  return { before, after: await heapOf(devTools) };
}
