import { BASE_MESSAGES, type RegistryMessage } from './base-messages.js';
import type { Json } from './provider.js';

export type BaseKey = keyof typeof BASE_MESSAGES;

/** A message as it stands in `@Message.ExtendedInfo`. */
export interface Message {
  readonly '@odata.type': string;
  readonly MessageId: string;
  readonly Message: string;
  readonly MessageArgs: readonly string[];
  readonly RelatedProperties?: readonly string[];
  readonly MessageSeverity: string;
  readonly Resolution: string;
}

interface MessageDetails {
  /** The members that the message is about, as JSON pointers: `/Location/Placement`. */
  readonly related?: readonly string[];
  /** A sentence in place of the one of the registry. */
  readonly resolution?: string;
}

/** The text of a message with its arguments. */
export const textOf = ([, text]: RegistryMessage, args: readonly string[]): string =>
  text.replace(/%(\d)/g, (_, place: string) => args[Number(place) - 1] ?? '');

/** A message of the registry Base. */
export function baseMessage(key: BaseKey, args: readonly string[] = [], details: MessageDetails = {}): Message {
  const registered: RegistryMessage = BASE_MESSAGES[key];
  const [severity, , resolution] = registered;
  return {
    '@odata.type': '#Message.v1_3_0.Message',
    MessageId: `Base.1.22.${key}`,
    Message: textOf(registered, args),
    MessageArgs: args,
    ...(details.related && { RelatedProperties: details.related.map((pointer) => `#${pointer}`) }),
    MessageSeverity: severity,
    Resolution: details.resolution ?? resolution,
  };
}

/** The body of a refused request: the first message names it. */
export const errorBody = (messages: readonly Message[]): Json => ({
  error: {
    code: messages[0]?.MessageId ?? 'Base.1.22.GeneralError',
    message: messages[0]?.Message ?? '',
    '@Message.ExtendedInfo': messages,
  },
});

/** A refused request: its status, its messages, and headers of its own. */
export class RedfishError extends Error {
  readonly messages: readonly Message[];

  constructor(
    readonly status: number,
    messages: readonly Message[] | Message,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    const list = 'MessageId' in messages ? [messages] : messages;
    super(list[0]?.Message);
    this.messages = list;
  }

  /** A refusal with one message of the registry Base. */
  static of(status: number, key: BaseKey, args: readonly string[] = [], details: MessageDetails = {}): RedfishError {
    return new RedfishError(status, baseMessage(key, args, details));
  }

  /** 404: there is no such resource. */
  static missing(uri: string): RedfishError {
    return RedfishError.of(404, 'ResourceMissingAtURI', [uri]);
  }
}
