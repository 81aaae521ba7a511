/** The shape of the topics below the prefix; those of commands end in the third group. */
const OWN =
  /^(?:device|health|status|groups\/[1-9]\d{0,8}|(?:outlets|inlets)\/[1-9]\d{0,8}(?:\/state)?|banks\/\d{1,20}(?:\/breaker)?|sensors\/[ab]|relays\/R\d{1,9}-\d{1,20}\/state)$/;

/** True for a topic below the prefix that this product publishes with the retain flag, on this model or on another. */
export const isPublished = (below: string): boolean => OWN.test(below);

export type CommandTopic =
  | { readonly kind: 'outlet' | 'group' | 'relay'; readonly id: string }
  | { readonly kind: 'command' }
  | { readonly kind: 'restart' };

/** The subscriptions for commands, below the prefix. */
export const COMMAND_FILTERS = ['outlets/+/set', 'groups/+/set', 'relays/+/set', 'command', 'restart/set'] as const;

const KINDS = { outlets: 'outlet', groups: 'group', relays: 'relay' } as const;

/** The command that a topic below the prefix stands for; undefined for any other topic. */
export function commandTopic(below: string): CommandTopic | undefined {
  if (below === 'command') return { kind: 'command' };
  if (below === 'restart/set') return { kind: 'restart' };
  const [, list, id] = /^(outlets|groups|relays)\/([^/]{1,64})\/set$/.exec(below) ?? [];
  return list === undefined || id === undefined ? undefined : { kind: KINDS[list as keyof typeof KINDS], id };
}

/** The part of a topic below the prefix; undefined for one that is not below it. */
export const belowPrefix = (topic: string, prefix: string): string | undefined =>
  topic.startsWith(`${prefix}/`) ? topic.slice(prefix.length + 1) : undefined;

/** Topics in which answers may be sent: none of those that this controller publishes or takes commands from. */
export function answerTopic(topic: string, prefix: string): string | undefined {
  const below = belowPrefix(topic, prefix);
  if (below === undefined || below.length > 256 || /[#+\0]/.test(below)) return undefined;
  const isOwn = isPublished(below) || commandTopic(below) !== undefined || below === 'events' || /\/set$/.test(below);
  return isOwn ? undefined : topic;
}
