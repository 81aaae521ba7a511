import type { DynamicModule } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { STATIC_CONTEXT } from '@nestjs/core/injector/constants.js';
import type { Millis } from '../common/clock.js';
import { withTimeLimit } from '../common/time-limit.js';

type Hook = 'onModuleDestroy' | 'beforeApplicationShutdown' | 'onApplicationShutdown';
const HOOKS: readonly Hook[] = ['onModuleDestroy', 'beforeApplicationShutdown', 'onApplicationShutdown'];

/** The time limit for parts that are still being made when another one has failed. */
const MADE_WITHIN: Millis = 10_000;

/**
 * The modules of an application while they are loaded. The framework answers an application only when all are; when one
 * fails, the others have opened a database, a lock and a driver, which the next attempt needs.
 */
export class LoadedModules {
  #container: ModulesContainer | undefined;

  /** The root module with what makes its modules known here. */
  watch(root: DynamicModule): DynamicModule {
    const watching = {
      provide: LoadedModules,
      inject: [ModulesContainer],
      useFactory: (container: ModulesContainer) => (this.#container = container),
    };
    return { ...root, providers: [...(root.providers ?? []), watching] };
  }

  /** Stops what was loaded as the end of the application would, the last modules first. */
  async close(): Promise<void> {
    const providers = [...(this.#container?.values() ?? [])]
      .flatMap((module) => [...module.providers.values()])
      .filter(({ isAlias }) => !isAlias)
      .map((provider) => provider.getInstanceByContextId(STATIC_CONTEXT));
    // Parts that are still being made when another one fails would be opened after this.
    const pending = providers.flatMap(({ isPending, donePromise }) => (isPending && donePromise ? [donePromise] : []));
    await withTimeLimit<unknown>(
      MADE_WITHIN,
      () => Promise.allSettled(pending),
      () => undefined,
    );
    const made = new Set(providers.filter(({ isResolved }) => isResolved).map((each) => each.instance));
    for (const hook of HOOKS) {
      for (const instance of [...made].toReversed()) await stop(instance, hook);
    }
    this.#container = undefined;
  }
}

async function stop(instance: unknown, hook: Hook): Promise<void> {
  if (typeof instance !== 'object' || instance === null) return;
  const call: unknown = Reflect.get(instance, hook);
  if (typeof call !== 'function') return;
  try {
    await Reflect.apply(call, instance, []);
  } catch {
    // A part that is not complete may not be able to stop.
  }
}
