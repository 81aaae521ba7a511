/** The permit to take a switching back. */
export class UndoOfferView {
  /** For `POST /api/undo`, once, and only by the same user. @example "an-invented-undo-token" */
  token: string;
  /**
   * The moment until which it is valid, ISO 8601, UTC: 60 s after the switching.
   * @example "2026-11-02T08:16:00.000Z"
   */
  expires: string;
}

/** The reasons why an undo leaves a relay as it is, besides the errors of a relay that has not followed. */
export const LEFT_REASONS = {
  SWITCHED_SINCE: 'It was switched again in the meantime.',
  MOVED_SINCE: 'It is no longer in the state that the command gave it.',
  STILL_TRYING: 'It has not followed yet; the controller keeps trying to turn it on.',
} as const;
export type LeftReason = keyof typeof LEFT_REASONS;

/** An outlet or relay output that an undo has left as it is. */
export class LeftRelayView {
  /** @example "2-1200578" */
  id: string;
  /**
   * `SWITCHED_SINCE`: a later command has switched it; `MOVED_SINCE`: it is no longer in the state that the command gave
   * it; `STILL_TRYING`: it did not turn on at once, and the controller keeps trying; otherwise the code of the error, such
   * as `RELAY_FAULT`.
   * @example "SWITCHED_SINCE"
   */
  code: string;
  /** One sentence. @example "A later command has switched it." */
  reason: string;
}

export const leftRelay = (id: string, code: LeftReason): LeftRelayView => ({ id, code, reason: LEFT_REASONS[code] });

/** The outcome of an undo. */
export class UndoneView {
  /**
   * Ids of the outlets and relay outputs that are as before, or wait for their step to turn on.
   * @example ["1-1200578"]
   */
  restored: string[];
  /** The others of the command. */
  left: LeftRelayView[];
}
