/** How a message left, as a value: failing to deliver is expected and never thrown. `retry` only where repeating is harmless and might help. */
export type Delivery =
  | { readonly delivered: true; readonly detail?: string }
  | { readonly delivered: false; readonly reason: string; readonly retry: boolean };
