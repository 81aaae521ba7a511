import { MASK } from '../../logging/redaction.js';
import type { ModelProfile } from './profile.js';
import type { LinkProfile } from './wiring.js';

/** Members of a link that may be shown. All others, such as those of later versions, are hidden. */
const SHOWN_OF_A_LINK = new Set([
  ...['kind', 'host', 'port', 'path', 'chip', 'baudRate', 'parity', 'stopBits', 'timeout', 'bridge'],
  ...['version', 'user', 'authProtocol', 'privProtocol'],
]);

const shareableLink = (link: LinkProfile): object =>
  Object.fromEntries(
    Object.entries(link).map(([name, value]: [string, unknown]) => [name, SHOWN_OF_A_LINK.has(name) ? value : MASK]),
  );

/** A profile that may be shared: the links to the hardware without communities and keys. */
export function shareableProfile({ wiring, ...profile }: ModelProfile): object {
  if (!wiring) return profile;
  const links: Record<string, object> = {};
  for (const [name, link] of Object.entries(wiring.links)) links[name] = shareableLink(link);
  return { ...profile, wiring: { ...wiring, links } };
}
