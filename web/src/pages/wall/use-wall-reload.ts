import { useEffect } from 'react';
import { accessToken } from '../../api/credential.js';
import { mayReloadFor } from '../../components/reload-if-other.js';
import { useNewVersion } from '../../session/new-version.js';
import { isTokenKept } from './wall-token.js';

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
    if (!mayReloadFor(version)) return undefined;
    const timer = setTimeout(() => location.reload(), Math.random() * SPREAD);
    return () => clearTimeout(timer);
  }, [version]);
}
