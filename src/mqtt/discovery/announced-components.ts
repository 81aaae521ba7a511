import { PLATFORMS } from './component.js';

/** More are not taken away: a PDU has fewer. */
const MAX_COMPONENTS = 2000;

/** The platforms of the components in a retained announcement, by their keys; none where the message is something else. */
export function announcedComponents(payload: Buffer): ReadonlyMap<string, string> {
  const components = Object.entries(componentsOf(payload) ?? {}).slice(0, MAX_COMPONENTS);
  return new Map(
    components.flatMap(([key, each]: [string, { readonly platform?: unknown } | null]) => {
      const platform = PLATFORMS.find((known) => known === each?.platform);
      return platform !== undefined && /^\w{1,100}$/.test(key) ? [[key, platform] as const] : [];
    }),
  );
}

function componentsOf(payload: Buffer): object | undefined {
  try {
    const message = JSON.parse(payload.toString()) as { readonly components?: unknown } | null;
    const components = message?.components;
    return typeof components === 'object' && components !== null ? components : undefined;
  } catch {
    return undefined;
  }
}
