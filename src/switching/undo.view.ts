/** The permit to take a switching back. */
export class UndoOfferView {
  /** For `POST /api/undo`, once, and only by the same user. */
  token: string;
  /** The moment until which it is valid, ISO 8601, UTC: 60 s after the switching. */
  expires: string;
}

/** An outlet or relay output that an undo has left as it is. */
export class LeftRelayView {
  id: string;
  /** One sentence. */
  reason: string;
}

/** The outcome of an undo. */
export class UndoneView {
  /** Ids of the outlets and relay outputs that are as before, or wait for their step to turn on. */
  restored: string[];
  /** The others of the command. */
  left: LeftRelayView[];
}
