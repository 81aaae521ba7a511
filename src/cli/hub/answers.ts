/** The members of the answers of a hub that the command line reads; an older or newer hub has them too. */

export interface PduAnswer {
  readonly id: string;
  readonly name: string;
  readonly site: string;
  readonly serial: string;
  readonly state: string;
  readonly online: boolean | null;
  readonly watts: number | null;
  readonly outletsOn: number | null;
  readonly outlets: number | null;
}

export interface OutletsAnswer {
  readonly outlets: readonly { readonly id: string; readonly name: string }[];
}

export interface CommandAnswer {
  readonly id: string;
  readonly pdu: string;
  readonly outlet: string;
  readonly command: string;
  readonly who: string;
  readonly acceptedAt: string;
  readonly until: string;
  readonly outcome: string;
  readonly code: string | null;
}

export interface EventAnswer {
  readonly pdu: string;
  readonly time: string;
  readonly severity: string;
  readonly object: string;
  readonly text: string;
}

export interface TokenAnswer {
  readonly token: string;
}

/** A page of a list. */
export interface PageAnswer<T> {
  readonly items: readonly T[];
  /** Sent as `after` it gets the next page; null on the last one. */
  readonly next: string | null;
}
