import { basePath } from './base-path.js';

/** The build that this page belongs to; undefined while the pages are worked on. */
export const ownBuild: string | undefined = (() => {
  const build = document.querySelector('meta[name="build"]')?.getAttribute('content') ?? '';
  return build === '' || build === ['__', 'BUILD', '__'].join('') ? undefined : build;
})();

/** The build that the controller has now; undefined if it does not say. */
export async function serverBuild(): Promise<string | undefined> {
  try {
    const answer = await fetch(`${basePath}/build.json`, { cache: 'no-store' });
    const { build } = (await answer.json()) as { build?: unknown };
    return answer.ok && typeof build === 'string' ? build : undefined;
  } catch {
    return undefined; // asked again after the next connection
  }
}
