/** Other versions of Node for the compatibility tests; `npm run nodes` downloads them. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export interface NodeAtHand {
  /** The requested version: a release line ("22") or one version ("20.19.0"). */
  readonly wanted: string;
  readonly version: string;
  readonly path: string;
}

const script = join(import.meta.dirname, '../../../scripts/nodes.mjs');
const others = JSON.parse(execFileSync(process.execPath, [script, '--list'], { encoding: 'utf8' })) as NodeAtHand[];
const own: NodeAtHand = { wanted: 'this one', version: process.versions.node, path: process.execPath };

const isTooOld = ({ version }: NodeAtHand): boolean => Number(version.split('.')[0]) < 20;

/** The supported versions; the one that runs the tests is always included. */
export const promisedNodes: readonly NodeAtHand[] = [own, ...others.filter((node) => !isTooOld(node))];
export const tooOldNodes: readonly NodeAtHand[] = others.filter(isTooOld);
