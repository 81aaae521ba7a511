import { useState } from 'react';
import { api, ApiFailure } from '../../api/client.js';
import { queryClient } from '../../api/queries.js';
import { words } from '../../language/words.js';

/** ms. */
const CHECK_INTERVAL = 1_000;
/** The time limit, ms: a new version may take long to start, and its roll-back as long again. */
const LONGEST = 180_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The uptime of the controller, which shows a restart; undefined while it cannot be reached. */
async function uptime(): Promise<number | undefined> {
  try {
    return (await api.get('/api/device')).uptime;
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 0) return undefined;
    throw error;
  }
}

/** Resolves when the controller has restarted: it was not reachable in between, or its uptime is shorter. */
async function untilBack(): Promise<void> {
  const began = performance.now();
  let last = (await uptime()) ?? 0;
  for (let wasAway = false; performance.now() - began < LONGEST;) {
    await pause(CHECK_INTERVAL);
    const now = await uptime();
    if (now === undefined) wasAway = true;
    else if (wasAway || now < last) return;
    else last = now;
  }
  throw new ApiFailure(0, 'UNREACHABLE', words.system.notBack);
}

/** Waits for a restart of the controller, and then reads all data again. */
export function useRestart() {
  const [isAway, setAway] = useState(false);
  const wait = async (): Promise<void> => {
    setAway(true);
    try {
      await untilBack();
      await queryClient.invalidateQueries();
    } finally {
      setAway(false);
    }
  };
  return { isAway, wait };
}
