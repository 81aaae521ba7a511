import type { Schema } from '../../api/client.js';
import type { Times } from '../../language/format.js';

type Report = Schema['EnergyReportView'];

/** True for a day, week or month of a report from its begin to its end; those at the ends of the report may be cut. */
export const isWhole = (
  { from, to }: Pick<Report['periods'][number], 'from' | 'to'>,
  step: Report['step'],
  times: Times,
): boolean => [from, to].every((at) => isBegin(times.fieldOf(at), step));

/** True for the midnight with which a day, week or month begins, as the value of a date-time field. */
function isBegin(local: string, step: Report['step']): boolean {
  const [date = '', time] = local.split('T');
  if (time !== '00:00') return false;
  if (step === 'month') return date.endsWith('-01');
  return step !== 'week' || new Date(date).getUTCDay() === 1;
}
