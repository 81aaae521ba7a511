import type { ActionView } from '../actions/action.view.js';
import { maskedParams } from '../actions/action.view.js';
import { toParams } from '../actions/catalogue/row.js';
import type { LogEntryView } from '../audit/log.view.js';
import type { LinkProfile } from '../hardware/profiles/wiring.js';
import type { ModelProfile } from '../hardware/profiles/profile.js';
import { maskKnownSecrets } from '../logging/redaction.js';
import { MASK, maskSecretShapes } from '../logging/redaction.js';

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

/** An action that may be shared: without secrets, and with addresses reduced to their hosts. */
export const shareableAction = (action: ActionView): ActionView => ({
  ...action,
  params: maskedParams(action.code, toParams(action.params)).map(withoutPath),
});

/** An entry of the audit log that may be shared: the data of an action is reduced like the action itself. */
export const shareableEntry = ({ before, after, ...entry }: LogEntryView): LogEntryView => ({
  ...entry,
  ...(before && { before: withoutPaths(before) }),
  ...(after && { after: withoutPaths(after) }),
});

const withoutPaths = (members: object): object =>
  'params' in members && Array.isArray(members.params)
    ? { ...members, params: members.params.map((param: unknown) => withoutPath(String(param))) }
    : members;

/** "host/hook/key?token=1" becomes "http://host/…": a path or a query can be a key. */
function withoutPath(param: string): string {
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(param) ? param : `http://${param}`;
  if (!/[/?#@]/.test(param) || !URL.canParse(address)) return param;
  const { protocol, host } = new URL(address);
  return param.includes('@') && !param.includes('/') ? param : `${protocol}//${host}/…`; // a mail address has no path
}

const ADDRESS = /\b(https?:\/\/)(?:[^\s"/?#@]*@)?([^\s"/?#]+)[/?#][^\s"]*/gi;

/** JSON that may be shared: also without secrets within sentences, and without every secret of this process. */
export const shareableText = async (json: string): Promise<string> =>
  maskSecretShapes(await maskKnownSecrets(json)).replace(
    ADDRESS,
    (_, scheme: string, host: string) => `${scheme}${host}/…`,
  );
