/** An outlet or other relay that an action moves. */
export class TestRunMoveView {
  /** Outlet id, relay output id or sensor id. */
  id: string;
  name?: string | undefined;
  /** The present state. */
  state?: string | undefined;
  /** Active power that hangs on it now, W. */
  watts?: number | undefined;
}

/** The outcome of a test run, or the outcome that a dry run expects. */
export class ActionTestRunView {
  /** True: nothing was done. */
  dryRun: boolean;
  /** It was done, or the message was handed over; in a dry run: nothing known speaks against it. */
  ok: boolean;
  /** The outcome or the answer of the receiver, as a sentence. */
  detail?: string | undefined;
  /** Code of what went wrong, or would. */
  code?: string | undefined;
  /** A sentence that says so. */
  error?: string | undefined;
  /** Duration, ms. */
  tookMs?: number | undefined;
  /** Dry run: whom it goes to; absent for this PDU itself. */
  target?: string | undefined;
  /** Dry run: the commands that the relays would get. */
  command?: 'ON' | 'OFF' | 'REBOOT' | 'OPEN' | 'CLOSE' | undefined;
  /** Dry run: what would be switched. */
  moves?: TestRunMoveView[] | undefined;
  /** Dry run: active power that hangs on all of it now, W. */
  watts?: number | undefined;
  /** Dry run: the message that would be sent. */
  message?: object | undefined;
  /** Dry run: what else would be done. */
  summary?: string | undefined;
}
