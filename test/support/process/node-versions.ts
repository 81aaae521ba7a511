/** Other versions of Node, for what only they can show; `npm run nodes` brings them. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export interface NodeAtHand {
  /** What was asked for: a line ("22") or one version ("20.19.0"). */
  readonly wanted: string;
  readonly version: string;
  readonly path: string;
}

const script = join(import.meta.dirname, '../../../scripts/nodes.mjs');
const others = JSON.parse(execFileSync(process.execPath, [script, '--list'], { encoding: 'utf8' })) as NodeAtHand[];
const own: NodeAtHand = { wanted: 'this one', version: process.versions.node, path: process.execPath };

const isTooOld = ({ version }: NodeAtHand): boolean => Number(version.split('.')[0]) < 20;

/** Those that Rackfeed promises to run on; the one that runs the tests is always among them. */
export const promisedNodes: readonly NodeAtHand[] = [own, ...others.filter((node) => !isTooOld(node))];
export const tooOldNodes: readonly NodeAtHand[] = others.filter(isTooOld);
