import { useState } from 'react';
import { api, ApiFailure } from '../../api/client.js';
import { queryClient } from '../../api/queries.js';
import { en } from '../../language/en.js';

const LOOK_EVERY = 1_000;
/** A new version may take a while, and its way back as long again. */
const LONGEST = 180_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** What the controller says of itself that changes with a restart; undefined while it cannot be reached. */
async function uptime(): Promise<number | undefined> {
  try {
    return (await api.get('/api/device')).uptime;
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 0) return undefined;
    throw error;
  }
}

/** Resolves when the controller has ended and is back: it cannot be reached in between, or it runs for less long. */
async function untilBack(): Promise<void> {
  const began = performance.now();
  let last = (await uptime()) ?? 0;
  for (let wasAway = false; performance.now() - began < LONGEST;) {
    await pause(LOOK_EVERY);
    const now = await uptime();
    if (now === undefined) wasAway = true;
    else if (wasAway || now < last) return;
    else last = now;
  }
  throw new ApiFailure(0, 'UNREACHABLE', en.system.notBack);
}

/** Waits for the controller to come back after what restarts it, and reads everything anew. */
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
