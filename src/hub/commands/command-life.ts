import type { Millis } from '../../common/clock.js';
import type { UpMessage } from '../../fleet-wire/messages.js';

/** The end of a command, as its PDU has answered it. */
export type CommandEnd = Pick<UpMessage<'answer'>, 'outcome' | 'code' | 'measured'>;

/** A command that the hub has accepted. All times are on the hub's clock. */
export interface HubCommand {
  readonly id: string;
  /** The order in which the hub has accepted it: a greater number is a newer command. */
  readonly number: number;
  /** Id of the PDU. */
  readonly pdu: string;
  /** Id of the outlet at that PDU. */
  readonly outlet: string;
  readonly command: 'ON' | 'OFF' | 'REBOOT';
  /** The name of the user. */
  readonly who: string;
  /** It may not begin after this. */
  readonly until: Millis;
}

/** The sending of a command that has no end yet. */
export interface Sending {
  /** The number of times that it was sent, as command or as close. */
  readonly tries: number;
  /** It is sent again then. */
  readonly nextAt: Millis;
}

/** As `command` it may begin; as `close` it is over, and the PDU says how it has ended, or that it never will begin. */
export type SendingKind = 'command' | 'close';

const FIRST_PAUSE: Millis = 300;
const LONGEST_PAUSE: Millis = 1500;
/** A PDU that is connected and does not answer is not asked more often. */
const LONGEST_CLOSE_PAUSE: Millis = 30_000;

/** A command that was just accepted, or that is to be sent at once for another reason. */
export const dueNow = (now: Millis, tries = 0): Sending => ({ tries, nextAt: now });

/** The kind of message that is to be sent now; undefined while it is to wait. */
export function dueKind({ until }: HubCommand, { nextAt }: Sending, now: Millis): SendingKind | undefined {
  if (now < nextAt) return undefined;
  return now > until ? 'close' : 'command';
}

/**
 * A message was sent at `now`: the next one follows after 0.3 s at first, later 1.5 s, and as soon as its time is over; long
 * after that less often.
 */
export function afterSending({ until }: HubCommand, { tries }: Sending, now: Millis): Sending {
  const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(tries, 10));
  const nextAt =
    now > until
      ? now + Math.max(LONGEST_PAUSE, Math.min(LONGEST_CLOSE_PAUSE, now - until))
      : Math.min(now + pause, until + 1);
  return { tries: tries + 1, nextAt };
}
