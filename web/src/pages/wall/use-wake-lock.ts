import { useEffect } from 'react';

/** Keeps the screen from sleeping while it is shown, where the browser allows it: over HTTPS only. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isShown = true;
    const ask = (): void => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      navigator.wakeLock.request('screen').then(
        (given) => {
          lock = given;
          if (!isShown) void given.release();
        },
        () => undefined, // the browser saves its battery
      );
    };
    ask();
    // The browser takes the lock back when it hides the page.
    document.addEventListener('visibilitychange', ask);
    return () => {
      isShown = false;
      document.removeEventListener('visibilitychange', ask);
      void lock?.release();
    };
  }, []);
}
