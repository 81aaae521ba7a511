import { createElement, lazy, useState, type ComponentType } from 'react';

/** A part of the pages that could not be loaded: the network failed, or an upgrade has replaced its file. */
export class NotLoaded extends Error {
  /** @param forget makes that it is loaded again when it is shown the next time; until then it stays failed */
  constructor(
    cause: unknown,
    readonly forget: () => void,
  ) {
    super('A part of the pages could not be loaded.', { cause });
  }
}

type Loader<Props extends object> = () => Promise<{ default: ComponentType<Props> }>;

/** A component of a file that is loaded when it is wanted. */
export interface LoadedOnce<Props extends object> {
  /** Suspends until it is loaded. Once loaded it is shown at once, without an empty place before it. */
  readonly component: ComponentType<Props>;
  /** Loads it before it is shown; again only if that has failed. */
  readonly load: Loader<Props>;
}

export function loadedOnce<Props extends object>(begin: Loader<Props>): LoadedOnce<Props> {
  let loading: ReturnType<Loader<Props>> | undefined;
  let loaded: ComponentType<Props> | undefined;
  const load: Loader<Props> = () => {
    loading ??= begin().then(
      (module) => {
        loaded = module.default;
        return module;
      },
      (error: unknown) => {
        loading = undefined;
        throw new NotLoaded(error, () => {
          Loading = lazy(load);
        });
      },
    );
    return loading;
  };
  let Loading = lazy(load);
  function Component(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Loading);
    return createElement(Shown, props);
  }
  return { component: Component, load };
}
