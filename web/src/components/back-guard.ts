/** Called for Back and Forward before the router; it may stop the event. */
type Guard = (event: PopStateEvent) => void;

const guards: Guard[] = [];

/**
 * Lets a form see Back and Forward before the router does, until the function it returns is called. The newest form
 * comes first.
 */
export function beforeRouter(guard: Guard): () => void {
  guards.push(guard);
  return () => {
    guards.splice(guards.lastIndexOf(guard), 1);
  };
}

// Browsers call the listeners of the window in the order of their registration, capturing or not: this one must be
// there before the router, so the application loads this file first.
addEventListener('popstate', (event) => guards.at(-1)?.(event));
