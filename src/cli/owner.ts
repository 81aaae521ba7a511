import { statSync } from 'node:fs';

/**
 * Where root runs a command, it goes on as the owner of the data folder: a file that root had made there would shut the
 * controller out. Read what only root may read before.
 */
export function becomeOwnerOf(dataDir: string): void {
  if (process.getuid?.() !== 0) return;
  const folder = statSync(dataDir, { throwIfNoEntry: false });
  if (!folder || folder.uid === 0) return;
  process.setgroups?.([folder.gid]);
  process.setgid?.(folder.gid);
  process.setuid?.(folder.uid);
}
