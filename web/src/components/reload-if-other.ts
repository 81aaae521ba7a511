import { ownBuild, serverBuild } from '../api/build.js';
import { hasUnsaved } from './unsaved.js';

const RELOADED_FOR = 'reloaded-for';

/** True the first time that this tab is to be loaded again by itself for a build; false where it could not be noted. */
export function mayReloadFor(build: string): boolean {
  try {
    if (sessionStorage.getItem(RELOADED_FOR) === build) return false;
    sessionStorage.setItem(RELOADED_FOR, build);
    return true;
  } catch {
    return false;
  }
}

/**
 * Loads everything again, because a part of the pages could not be loaded, if an upgrade has replaced its file. Browsers may keep
 * the failure of a file as long as the page is there: a second one needs a new page too. Unsaved changes stay.
 */
export async function reloadIfOther(isSecondTry: boolean): Promise<void> {
  const build = await serverBuild();
  if (build === undefined || hasUnsaved()) return;
  const isUpgraded = ownBuild !== undefined && build !== ownBuild && mayReloadFor(build);
  if (isUpgraded || isSecondTry) location.reload();
}
