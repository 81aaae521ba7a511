import { ApiProperty } from '@nestjs/swagger';
import { rounded, type OnOff, type Seconds, type Watts } from '../common/units.js';
import type { PowerOnState } from '../outlets/outlet.entity.js';
import type { OutletView } from '../outlets/outlet.view.js';
import { UndoOfferView } from '../switching/undo.view.js';
import type { GroupEntity } from './group.entity.js';
import type { SequenceProgress } from '../switching/sequence.js';

/** One outlet of a group. */
export class GroupOutletView {
  /** @example "db-master" */
  outletName: string;
  /** `<outlet index>-<bank id>`. @example "1-1200578" */
  id: string;
  /** The state that the outlet takes when the PDU gets power. @example "PREV" */
  pwrOnState: PowerOnState;
  /** Number of the outlet among all outlets. @example 1 */
  outletIndex: number;
  /** Load, A RMS. Only where outlet currents are metered. @example 1.24 */
  currentRms?: number | undefined;
  /** The state to which the relay is driven. @example "ON" */
  state?: OnOff | undefined;
  /** @example 1200578 */
  bankId: number;
  /** Active power, W. Only where outlets are metered. @example 140 */
  watts?: number | undefined;
}

/** The progress of outlets that turn on one after another. */
export class SequenceView {
  /** Number of the outlet whose turn is next, counted from 1. */
  step: number;
  /** Number of outlets of the group. */
  of: number;
  /** Until that outlet turns on, s; 0 when it is due. */
  next: Seconds;
}

/** A group with those of its outlets that the reader may view. */
export class GroupView {
  /** Decimal number. @example "1" */
  id: string;
  /** @example "Databases" */
  groupName: string;
  /** Between two outlets turning on, s; 0 turns them on all at once. @example 3 */
  groupRebootSequenceDelay: number;
  /** In the order in which they turn on. */
  outlets: GroupOutletView[];
  /** Only while outlets of the group, among those that the reader may view, wait for their turn to turn on. */
  sequence?: SequenceView | undefined;
}

/** A group after a change. */
export class ChangedGroupView extends GroupView {
  /** Only where the command has moved relays and was no reboot. */
  @ApiProperty({ type: UndoOfferView, required: false })
  undo?: UndoOfferView;
}

export const groupView = (
  { id, name, delay }: GroupEntity,
  outlets: GroupOutletView[],
  progress: SequenceProgress | undefined,
): GroupView => ({
  id: String(id),
  groupName: name,
  groupRebootSequenceDelay: delay,
  outlets,
  sequence: progress && { step: progress.step, of: progress.of, next: rounded(progress.left / 1000) },
});

export const groupOutletView = (outlet: OutletView, watts: Watts | undefined): GroupOutletView => ({
  outletName: outlet.outletName,
  id: outlet.id,
  pwrOnState: outlet.pwrOnState,
  outletIndex: outlet.outletIndex,
  currentRms: outlet.currentRms,
  state: outlet.state,
  bankId: outlet.bankId,
  watts: rounded(watts),
});
