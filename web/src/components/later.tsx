import { Suspense, type ComponentType } from 'react';
import { loadedOnce } from './loaded-once.js';
import { whenIdle } from './when-idle.js';

/**
 * A component that the first page does not need: it is loaded when the browser has nothing else to do, and at the latest when
 * it is shown.
 */
export function later<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const { component: Shown, load: loadNow } = loadedOnce(load);
  whenIdle(() => void loadNow().catch(() => undefined)); // it is loaded again when it is shown
  return function Later(props: Props) {
    return (
      <Suspense>
        <Shown {...props} />
      </Suspense>
    );
  };
}
