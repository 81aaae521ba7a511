/** The steps of the guided setup, in their order. */
export const STEPS = ['name', 'time', 'outlets', 'mail', 'rules', 'token'] as const;
export type Step = (typeof STEPS)[number];

/** The word in the setting `setupSteps` after which the pages offer the setup no longer. */
const FINISHED = 'finished';

const wordsIn = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** The steps that were done or skipped, by the setting `setupSteps`. */
export const passedSteps = (text: string): ReadonlySet<Step> =>
  new Set(STEPS.filter((step) => wordsIn(text).includes(step)));

/** The setting after a step was done or skipped. */
export const withStep = (text: string, step: Step): string => [...new Set([...wordsIn(text), step])].join(' ');

/** The setting after the setup was finished or dismissed. */
export const finished = (text: string): string => [...new Set([...wordsIn(text), FINISHED])].join(' ');

/** The first step that is still open, after this one if there is one. */
export function nextStep(steps: readonly Step[], passed: ReadonlySet<Step>, after?: Step): Step | undefined {
  const open = steps.filter((step) => step !== after && !passed.has(step));
  const place = after === undefined ? -1 : steps.indexOf(after);
  return open.find((step) => steps.indexOf(step) > place) ?? open[0];
}
