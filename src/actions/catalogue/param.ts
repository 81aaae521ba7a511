import { FORMATS, hostAndPort } from '../../common/formats.js';
import { numberText } from '../../common/text.js';
import * as values from '../../common/values.js';
import type { Read } from '../../common/values.js';
import type { NamedTargets, TargetNames } from './switch-targets.service.js';

/** The type of a parameter, for the form that asks for it. */
export type ParamKind =
  'outlet' | 'group' | 'relayOutput' | 'word' | 'number' | 'mail' | 'host' | 'url' | 'text' | 'secret';

/** One parameter of an action code. Always text; three to an action, unused ones empty. */
export interface ActionParam {
  readonly kind: ParamKind;
  /** As the specification's table names it. */
  readonly label: string;
  readonly choices?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  /** May be empty. */
  readonly optional?: true;
  readonly read: (given: string, targets: NamedTargets) => Read<string>;
  /** The stored value as a client sees it; as it is where this is absent. */
  readonly show?: (value: string, targets: TargetNames) => string;
}

const found =
  (find: (targets: NamedTargets, given: string) => string | undefined, says: string) =>
  (given: string, targets: NamedTargets): Read<string> => {
    const value = find(targets, given);
    return value === undefined ? { wrong: `${says}, not "${given}"` } : { value };
  };

export const word = (label: string, ...choices: readonly string[]): ActionParam => ({
  kind: 'word',
  label,
  choices,
  read: values.oneOf(...choices),
});

export const optional = (param: ActionParam): ActionParam => ({
  ...param,
  optional: true,
  read: (given, targets) => (given === '' ? { value: '' } : param.read(given, targets)),
});

export const wholeNumber = (label: string, min: number, max: number): ActionParam => ({
  kind: 'number',
  label,
  min,
  max,
  read: numberText(values.wholeNumber({ min, max })),
});

/** An index is stored as the id, so that the action means the same outlet for ever. */
export const OUTLET: ActionParam = {
  kind: 'outlet',
  label: 'outlet id',
  read: found((targets, given) => targets.outlet(given)?.id, 'the id or index of an outlet of this PDU'),
};

/** A place in the list is stored as the id, so that the action means the same group for ever. */
export const GROUP: ActionParam = {
  kind: 'group',
  label: 'group id',
  read: found((targets, given) => idOf(targets.groupAt(given)), 'the id of a group, or its place in the list'),
};

/** Stored as the id and shown as the name, so that a rename is followed. */
export const RELAY_OUTPUT: ActionParam = {
  kind: 'relayOutput',
  label: 'output relay name',
  read: found((targets, given) => targets.relayOutput(given), 'the name of an output relay'),
  show: (id, targets) => targets.relayOutputName(id) ?? id,
};

const idOf = (group: { readonly id: number } | undefined): string | undefined => group && String(group.id);

/** A port on which this model has a smart I/O hub. */
export const HUB_PORT: ActionParam = {
  ...word('sensor port', 'A', 'B'),
  read: found((targets, given) => {
    const sensor = targets.sensor(given.toUpperCase());
    return sensor?.kind === 'dio_hub' ? sensor.port : undefined;
  }, 'a sensor port of this PDU with a smart I/O hub'),
};

export const STATE = word('state', 'ON', 'OFF');

export const MAIL_ADDRESS: ActionParam = { kind: 'mail', label: 'e-mail address', read: FORMATS.mailAddress };

export const TRAP_HOST: ActionParam = { kind: 'host', label: 'trap manager host', read: FORMATS.hostAndPort };

export const COMMUNITY: ActionParam = {
  kind: 'secret',
  label: 'trap community string',
  read: values.textThat((text) => /^[\x20-\x7e]{1,255}$/.test(text), '1 to 255 characters of ASCII'),
};

export const POST_TARGET: ActionParam = {
  kind: 'url',
  label: 'URL or IP address',
  read: values.textThat(isTarget, 'an http or https URL, or an address, without user name and password'),
};

export const STATS = optional(word('power stats', 'none', 'inlets', 'sensors', 'outlets', 'circuits'));

export const PEER_ADDRESS: ActionParam = {
  kind: 'host',
  label: 'IP of other PDU',
  read: values.textThat(isPeer, 'a host name or an IP address, with :port or without'),
};

/** It becomes part of a path on the other PDU. */
export const peerObject = (label: string): ActionParam => ({
  kind: 'text',
  label,
  read: values.textThat((text) => /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(text), 'an id or an index'),
});

export const TOKEN: ActionParam = {
  kind: 'secret',
  label: 'PAT of other PDU',
  read: values.textThat((text) => /^[\x21-\x7e]{1,255}$/.test(text), '1 to 255 characters of ASCII without spaces'),
};

/** Checks the form only; the address is checked when the message is sent, as names may resolve differently then. */
function isTarget(text: string): boolean {
  const url = urlOf(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  return url !== undefined && /^https?:$/.test(url.protocol) && url.hostname !== '' && !hasCredentials(url);
}

function isPeer(text: string): boolean {
  if (hostAndPort(text)) return true;
  const url = /^https?:\/\//i.test(text) ? urlOf(text) : undefined;
  return url !== undefined && !hasCredentials(url) && url.pathname === '/' && url.search + url.hash === '';
}

const urlOf = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);
const hasCredentials = ({ username, password }: URL): boolean => username + password !== '';
