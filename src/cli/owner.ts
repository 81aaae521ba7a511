import { statSync } from 'node:fs';

/**
 * A command of root continues as the owner of the data folder, as the controller could not use a file that belongs to
 * root. Files that only root may read must be read before.
 */
export function becomeOwnerOf(dataDir: string): void {
  if (process.getuid?.() !== 0) return;
  const folder = statSync(dataDir, { throwIfNoEntry: false });
  if (!folder || folder.uid === 0) return;
  process.setgroups?.([folder.gid]);
  process.setgid?.(folder.gid);
  process.setuid?.(folder.uid);
}
