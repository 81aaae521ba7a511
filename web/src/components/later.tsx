import { lazy, Suspense, useState, type ComponentType } from 'react';
import { whenIdle } from './when-idle.js';

/**
 * A component that the first page does not need: it is loaded when the browser has nothing else to do, and at the latest when
 * it is shown. Once loaded it is shown at once, without an empty place before it.
 */
export function later<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async () => {
    const module = await load();
    loaded = module.default;
    return module;
  };
  const Loading = lazy(loadOnce);
  whenIdle(() => void loadOnce().catch(() => undefined)); // it is loaded again when it is shown
  return function Later(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Loading);
    return (
      <Suspense>
        <Shown {...props} />
      </Suspense>
    );
  };
}
