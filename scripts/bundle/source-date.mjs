import { execFileSync } from 'node:child_process';

/**
 * The time of every file in a release, so that two builds of one commit are the same: SOURCE_DATE_EPOCH, or the date of the
 * commit; now, where the sources are of no commit.
 */
export function sourceDate(root, { SOURCE_DATE_EPOCH: epoch } = process.env) {
  if (epoch && !/^\d+$/.test(epoch)) throw new Error(`SOURCE_DATE_EPOCH is "${epoch}", not a number of seconds.`);
  return new Date(Number(epoch || dateOfCommit(root) || Math.floor(Date.now() / 1000)) * 1000);
}

function dateOfCommit(root) {
  try {
    // The folder may be inside of another repository, whose commits say nothing of it.
    const git = (...args) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim();
    return git('rev-parse', '--show-prefix') === '' ? git('log', '-1', '--format=%ct') : undefined;
  } catch {
    return undefined; // no git, or no commit
  }
}
