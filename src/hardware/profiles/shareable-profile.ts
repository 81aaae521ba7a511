import { MASK } from '../../logging/redaction.js';
import { busOf } from '../drivers/buses.js';
import type { ModelProfile } from './profile.js';
import type { LinkProfile } from './wiring.js';

/** A link without secrets. Members that its bus does not declare as shown are masked. */
function shareableLink(link: LinkProfile): object {
  const shown: ReadonlySet<string> = new Set(['kind', ...(busOf(link.kind)?.shownKeys ?? [])]);
  return Object.fromEntries(
    Object.entries(link).map(([name, value]: [string, unknown]) => [name, shown.has(name) ? value : MASK]),
  );
}

/** A profile that may be shared: the links to the hardware without communities and keys. */
export function shareableProfile({ wiring, ...profile }: ModelProfile): object {
  if (!wiring) return profile;
  const links: Record<string, object> = {};
  for (const [name, link] of Object.entries(wiring.links)) links[name] = shareableLink(link);
  return { ...profile, wiring: { ...wiring, links } };
}
