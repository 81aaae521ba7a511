import type { PduModel } from '../hardware/profiles/pdu-model.js';
import type { EventParam, EventParamKind } from './catalogue/param.js';
import type { EventRow } from './catalogue/row.js';
import type { StoredEvent } from './event.store.js';
import type { Suggestion } from './suggestions.js';

/** One event: a trigger, and the actions that it runs. */
export class EventView {
  /** @example 3 */
  id: number;
  /** @example "Left side above 80 %" */
  name: string;
  /** False: it does not trigger. */
  enabled: boolean;
  /** A code of `GET /api/event-codes`. @example 31 */
  code: number;
  /** Three texts; what they mean depends on the code, unused ones are empty. @example ["1200578", "16", "10"] */
  params: string[];
  /** Ids of the actions to run, in this order. @example [1] */
  actions: number[];
  /**
   * It has triggered, and what triggered it lasts. A schedule shows it for the tick in which it triggers. Only where the
   * caller may read all that the event watches.
   * @example false
   */
  triggered?: boolean;
  /** Seconds beyond the threshold, of the object that is beyond for longest. Only where `triggered` is. @example 0 */
  numTicksBeyond?: number;
}

export const eventView = (
  { id, name, enabled, code, params, actions }: StoredEvent,
  standing: Pick<EventView, 'triggered' | 'numTicksBeyond'> | undefined,
): EventView => ({
  id,
  name,
  enabled,
  code,
  params: [...params],
  actions: [...actions],
  ...standing,
});

/** One parameter of an event code. */
export class EventParamView {
  /** @example "amperage threshold" */
  label: string;
  /** The type of its value, for the form that asks for it. @example "number" */
  kind: EventParamKind;
  /** @example "A" */
  unit?: string;
  /** @example 0 */
  min?: number;
  /** @example 10000 */
  max?: number;
  /** True: a whole number. */
  integer?: boolean;
  /** The choices of this model. A network interface may also have another name. */
  choices?: string[];
  /** The names of the choices, in their order. */
  choiceLabels?: string[];
  /** True: may be empty. @example false */
  optional: boolean;
}

/** One event code. */
export class EventCodeView {
  /** @example 31 */
  code: number;
  /** @example "Bank Max Current Threshold" */
  name: string;
  /** This model can raise it, and the host can do what it needs. */
  available: boolean;
  /** The reason why the host cannot do it, as a sentence. */
  reason?: string;
  params: EventParamView[];
}

export const eventCodeView = (
  { code, name, params, fits }: EventRow,
  model: PduModel,
  reason?: string,
): EventCodeView => ({
  code,
  name,
  available: fits(model) && reason === undefined,
  ...(reason !== undefined && { reason }),
  params: params.map((param) => paramView(param, model)),
});

function paramView({ label, kind, unit, min, max, integer, choices, optional }: EventParam, model: PduModel) {
  const chosen = choices?.(model);
  return {
    label,
    kind,
    ...(unit !== undefined && { unit }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(integer && { integer }),
    ...(chosen && {
      choices: chosen.map(({ value }) => value),
      choiceLabels: chosen.map((choice) => choice.label),
    }),
    optional: optional === true,
  };
}

/** A suggested event: a body of `POST /api/events` with a reason. */
export class SuggestedEventView {
  /** @example "31_1200578_16_10" */
  id: string;
  /** @example "Left side above 80 %" */
  name: string;
  /** @example 31 */
  code: number;
  /** @example ["1200578", "16", "10"] */
  params: string[];
  /** None yet: whoever creates the event chooses them. @example [] */
  actions: number[];
  /**
   * A sentence that says why.
   * @example "16 A is 80 % of the 20 A of its breaker. Continuous loads should stay below it."
   */
  reason: string;
}

export const suggestedEventView = ({ id, name, code, params, reason }: Suggestion): SuggestedEventView => ({
  id,
  name,
  code,
  params: [...params],
  actions: [],
  reason,
});
