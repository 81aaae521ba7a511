import { useEffect, useState } from 'react';
import { ownBuild, serverBuild } from '../api/build.js';
import { useIsLive } from '../live/live.js';

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
