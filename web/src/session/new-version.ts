import { useEffect, useState } from 'react';
import { ownBuild, serverBuild } from '../api/build.js';
import { useIsLive } from '../live/live.js';

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

/** The build of the controller if it is another than that of this page; asked whenever the stream begins. */
export function useNewVersion(): string | undefined {
  const isLive = useIsLive();
  const [version, setVersion] = useState<string>();
  useEffect(() => {
    if (!isLive || ownBuild === undefined) return;
    void serverBuild().then((build) => setVersion(build === ownBuild ? undefined : build));
  }, [isLive]);
  return version;
}
