import { useSearchParams } from 'react-router';

export const STEPS = ['total', 'day', 'week', 'month'] as const;
export type Step = (typeof STEPS)[number];

/** The rows and the days of the report; they are in the address, so that a link shows the same. */
export interface EnergyChoice {
  /** As the API takes it: "outlet", "label:tenant". */
  readonly by: string;
  readonly step: Step;
  /** The first day, "2026-03-01"; absent for the current month. */
  readonly from: string | undefined;
  /** The last day, included; absent for now. */
  readonly to: string | undefined;
}

/** @param usual the rows without a choice */
export function useEnergyChoice(usual: string) {
  const [parameters, setParameters] = useSearchParams();
  const step = STEPS.find((each) => each === parameters.get('step')) ?? 'total';
  const choice: EnergyChoice = {
    by: parameters.get('by') ?? usual,
    step,
    from: parameters.get('from') ?? undefined,
    to: parameters.get('to') ?? undefined,
  };
  const choose = (change: Partial<EnergyChoice>): void => {
    const entries = Object.entries({ ...choice, ...change }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    );
    setParameters(new URLSearchParams(entries), { replace: true });
  };
  return { choice, choose };
}

/** The parameters of the API, where the end of the time is not included. */
export const queryOf = ({ by, step, from, to }: EnergyChoice) => ({
  by,
  step,
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to: dayAfter(to) }),
});

const DAY = 86_400_000;

/** The day after "2026-03-31": "2026-04-01". */
export const dayAfter = (date: string): string => dateOf(Date.parse(`${date}T00:00:00Z`) + DAY);

/** The first and the last day of the month before that of a day. */
export function monthBefore(date: string): { readonly from: string; readonly to: string } {
  const to = dateOf(Date.parse(`${date.slice(0, 8)}01T00:00:00Z`) - DAY);
  return { from: `${to.slice(0, 8)}01`, to };
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
