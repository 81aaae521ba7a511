/** The properties of the content of a step. */
export interface StepProps {
  /** Notes the step as passed, whether it was done or skipped, and opens the next one. */
  readonly onDone: () => void;
  /** True if the step was done or skipped before. */
  readonly isPassed: boolean;
}
