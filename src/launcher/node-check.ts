import { createRequire } from 'node:module';

/** The check that `npm ci` and the scripts use too. */
const { complaintAboutNode } = createRequire(import.meta.url)('../../scripts/install/supported-node.cjs') as {
  complaintAboutNode: (root: string, version: string) => string | undefined;
};

/** The exit code of an error that a restart does not fix; a systemd unit does not try one. */
const BAD_CONFIGURATION = 2;

/**
 * Ends the process with a message where this Node is older than the release needs. An old Node reads this file, so it
 * stays simple, and modules that need a newer one are imported after it.
 */
export function exitUnlessNodeIsSupported(root: string): void {
  const complaint = complaintAboutNode(root, process.versions.node);
  if (complaint === undefined) return;
  console.error(complaint);
  process.exit(BAD_CONFIGURATION);
}
