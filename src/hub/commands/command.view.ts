import { ApiProperty } from '@nestjs/swagger';
import type { OnOff } from '../../common/units.js';
import { OUTCOMES } from '../../fleet-wire/messages.js';
import type { SwitchState } from '../../fleet-wire/minute.js';
import type { HubCommand } from './command-life.js';
import type { HubCommandEntity } from './hub-command.entity.js';

/** `open`: the PDU has not answered yet. */
export const SHOWN_OUTCOMES = ['open', ...OUTCOMES] as const;
export type ShownOutcome = (typeof SHOWN_OUTCOMES)[number];

/** A command to an outlet of a PDU. */
export class FleetCommandView {
  /** @example "8d0a4c5e-6f1b-4c7e-9a52-0c6a2f1e7b31" */
  id: string;
  /** Id of the PDU. @example "pdu-7f3a" */
  pdu: string;
  /** Id of the outlet at that PDU. @example "1-1200578" */
  outlet: string;
  /** @example "REBOOT" */
  command: HubCommand['command'];
  /** The name of the user. @example "anna" */
  who: string;
  /** @example "Kernel update" */
  reason?: string;
  /** ISO 8601, UTC. */
  acceptedAt: string;
  /** It does not begin after this; ISO 8601, UTC. @example "2026-11-02T08:15:10.000Z" */
  until: string;
  /**
   * `open` until the PDU has answered; `unknown` if its time is over and the PDU is away, or, with `endedAt`, if the PDU
   * does not know it any more: its log says whether it was carried out; then `done`, `failed`, `refused`,
   * `expired` (it has not begun in its time, and never will) or `interrupted` (the PDU was stopped meanwhile, and the
   * outlet is not as it was asked for).
   * @example "done"
   */
  @ApiProperty({ enum: SHOWN_OUTCOMES })
  outcome: ShownOutcome;
  /** The code of the error, of a refused or failed one; null where there is none. */
  @ApiProperty({ type: String, nullable: true })
  code: string | null;
  /** The state of the outlet afterwards, as measured; null if it is not known. @example "ON" */
  @ApiProperty({ enum: ['ON', 'OFF'], nullable: true })
  measured: OnOff | null;
  /** The time of the answer; ISO 8601, UTC. @example "2026-11-02T08:15:06.000Z" */
  endedAt?: string;
}

/** A page of commands, the newest first. */
export class FleetCommandsView {
  items: FleetCommandView[];
  /** Send it as `after` to get the next page; null on the last one. */
  @ApiProperty({ type: String, nullable: true })
  next: string | null;
}

const STATES: Readonly<Record<SwitchState, OnOff | null>> = { on: 'ON', off: 'OFF', unknown: null };
export const onOffOf = (state: SwitchState | null | undefined): OnOff | null => (state ? STATES[state] : null);

/** @param isUnknown the time of an open one is over, and its PDU is away */
export function commandView(row: HubCommandEntity, isUnknown: boolean): FleetCommandView {
  const { id, pdu, outlet, command, who, reason, acceptedAt, until, outcome, code, measured, endedAt } = row;
  return {
    ...{ id, pdu, outlet, command, who },
    ...(reason !== null && { reason }),
    acceptedAt: new Date(acceptedAt).toISOString(),
    until: new Date(until).toISOString(),
    outcome: outcome ?? (isUnknown ? 'unknown' : 'open'),
    code,
    measured: onOffOf(measured),
    ...(endedAt !== null && { endedAt: new Date(endedAt).toISOString() }),
  };
}
