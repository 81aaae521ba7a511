import type { OutletModel } from '../hardware/profiles/pdu-model.js';
import type { SwitchOutcome } from '../hardware/relays/switch-command.js';
import { ApiProperty } from '@nestjs/swagger';
import { errorBody } from '../common/api-error.filter.js';
import { OutletView, type ShownOutlet } from './outlet.view.js';

/** The error body of one outlet. */
export class OutletErrorView {
  statusCode: number;
  /** The status's name. */
  error: string;
  /** One sentence that a person can act on. */
  message: string;
  /** Stable name of the error, for programs. */
  code: string;
}

/** The outcome for one outlet of a command to several. */
export class SwitchedOutletView {
  id: string;
  /** False: the outlet did not follow; `error` says why. */
  ok: boolean;
  /** The outlet as the hardware measures it afterwards; for a caller who may not view it only the outcome. */
  @ApiProperty({ type: OutletView, required: false })
  outlet?: ShownOutlet;
  /** The error that a command to this outlet alone would have answered. */
  error?: OutletErrorView;
}

/** The outcome of a command to several outlets, in the order of the list sent. */
export class SwitchedOutletsView {
  outlets: SwitchedOutletView[];
}

export const switchedOutletsView = (
  outlets: readonly OutletModel[],
  outcomes: readonly SwitchOutcome[],
  viewOf: (outlet: OutletModel) => ShownOutlet,
): SwitchedOutletsView => ({
  outlets: outlets.map((outlet, place) => {
    const { id } = outlet;
    const error = outcomes[place]?.error;
    return error ? { id, ok: false, error: errorBody(error) } : { id, ok: true, outlet: viewOf(outlet) };
  }),
});
