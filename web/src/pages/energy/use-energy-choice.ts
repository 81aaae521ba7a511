import { useSearchParams } from 'react-router';
import type { Times } from '../../language/format.js';
import { deviceNow } from '../../live/device-now.js';
import { useTimeRange } from '../../components/time-range/use-time-range.js';
import { STEPS, thisMonth, type EnergyChoice } from './energy-choice.js';

/** @param usual the rows without a choice */
export function useEnergyChoice(usual: string, times: Times) {
  const [parameters, setParameters] = useSearchParams();
  const { range, choose: chooseRange } = useTimeRange(thisMonth(deviceNow(), times));
  const step = STEPS.find((each) => each === parameters.get('step')) ?? 'total';
  const choice: EnergyChoice = { by: parameters.get('by') ?? usual, step, range };
  const choose = (change: Partial<Pick<EnergyChoice, 'by' | 'step'>>): void => {
    setParameters(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change)) next.set(name, value);
        return next;
      },
      { replace: true },
    );
  };
  return { choice, choose, chooseRange };
}
