/** Node 22.15 and later: this process becomes another program, with the same number and terminal. */
type Execve = (file: string, args: readonly string[], environment: NodeJS.ProcessEnv) => never;

/**
 * Starts this program anew in this very process, as its first start did. Comes back only where that cannot be done: an
 * older Node, or a system that refuses it.
 */
export function startAnewInPlace(): void {
  const { execve } = process as { execve?: Execve };
  if (!execve) return;
  try {
    execve.call(
      process,
      process.execPath,
      [process.execPath, ...process.execArgv, ...process.argv.slice(1)],
      process.env,
    );
  } catch (error) {
    console.error(`Starting anew in place failed: ${(error as Error).message}`);
  }
}
