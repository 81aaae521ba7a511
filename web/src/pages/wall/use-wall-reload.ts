import { useEffect } from 'react';
import { accessToken } from '../../api/credential.js';
import { useNewVersion } from '../../session/new-version.js';
import { isTokenKept } from './wall-token.js';

const RELOADED_FOR = 'wall-reloaded';
/** Screens that an upgrade has cut off together do not come back together; ms. */
const SPREAD = 20_000;

/**
 * Loads the page again after an upgrade of the controller: nobody is there to do it, and there is nothing to lose. It does
 * so once for each version, and never if the token would be lost with the page.
 */
export function useWallReload(): void {
  const version = useNewVersion();
  useEffect(() => {
    if (version === undefined || (accessToken() !== undefined && !isTokenKept())) return undefined;
    try {
      if (sessionStorage.getItem(RELOADED_FOR) === version) return undefined;
      sessionStorage.setItem(RELOADED_FOR, version);
    } catch {
      return undefined;
    }
    const timer = setTimeout(() => location.reload(), Math.random() * SPREAD);
    return () => clearTimeout(timer);
  }, [version]);
}
