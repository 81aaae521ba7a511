import type { HubSchema } from '../../api/client.js';
import { StateLabel, type Tone } from '../../components/state-label.js';
import { words } from '../../language/words.js';
import type { Severity } from './alarm-counts.js';

export const TONES: Readonly<Record<Severity, Tone>> = { critical: 'bad', warning: 'warn', info: 'quiet' };

/** The severity of an event; of the end of one only that it has ended. */
export function EventSeverity({ event: { severity, raised } }: { readonly event: HubSchema['FleetEventView'] }) {
  if (!raised) return <StateLabel tone="ok">{words.fleet.ended}</StateLabel>;
  return <StateLabel tone={TONES[severity]}>{words.fleet.severities[severity]}</StateLabel>;
}
