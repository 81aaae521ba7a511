import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The memory of this process that is in use, in bytes: of objects and of buffers, without garbage. */
export async function collectedMemory(): Promise<number> {
  for (let time = 0; time < 3; time++) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
