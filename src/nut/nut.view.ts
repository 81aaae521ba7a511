/** The forced shutdown (FSD) of the NUT server. */
export class ForcedShutdownView {
  /** True: every upsmon of this PDU shuts its host down. */
  isSet: boolean;
}
