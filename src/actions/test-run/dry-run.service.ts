import { Injectable } from '@nestjs/common';
import { SnapshotStore } from '../../hardware/snapshot.store.js';
import type { Access } from '../../common/access.js';
import { ApiError } from '../../common/errors.js';
import { rounded } from '../../common/units.js';
import { refusalReason } from '../../outlets/outlet-protection.js';
import { OutletsService } from '../../outlets/outlets.service.js';
import { ActionTools } from '../execution/action-tools.js';
import { type ActionTestRunView, type TestRunMoveView, maskedParams } from '../action.view.js';
import { toParams, type Move, type Moves } from '../catalogue/row.js';
import type { EventOccurrence } from '../event-occurrence.js';
import type { PreparedAction } from '../execution/action-run.js';

/** Describes what an action would do, and what is known to prevent it. Moves nothing and sends nothing. */
@Injectable()
export class DryRunService {
  constructor(
    private readonly tools: ActionTools,
    private readonly outlets: OutletsService,
    private readonly snapshots: SnapshotStore,
  ) {}

  preview({ row, params }: PreparedAction, occurrence: EventOccurrence, access: Access): ActionTestRunView {
    const moves = row.moves?.(this.tools.targets, params);
    const problem = moves && this.#problemOf(moves);
    const unavailableReason = row.unavailableReason?.(this.tools);
    const message = row.message?.(this.tools, params, occurrence);
    const moved = moves?.objects.map((id) => this.#moveView(id, access));
    const seesAll = moves?.objects.every((id) => this.#mayView(id, access));
    return {
      dryRun: true,
      ok: problem === undefined && unavailableReason === undefined,
      ...(problem && { code: problem.code, error: problem.message }),
      ...(unavailableReason && { code: 'NOT_DELIVERED', error: unavailableReason }),
      target: row.target(toParams(maskedParams(row.code, params))) || undefined,
      command: moves?.move,
      moves: moved,
      watts: seesAll ? rounded(moved?.reduce((sum, { watts = 0 }) => sum + watts, 0)) : undefined,
      ...(typeof message === 'string' ? { summary: message } : { message }),
    };
  }

  #problemOf({ objects, move }: Moves): ApiError | undefined {
    if (objects.length === 0) return new ApiError('ACTION_MOVES_NOTHING');
    const refused = objects.map((id) => this.#protectionErrorOf(id, move)).find((each) => each);
    if (refused) return refused;
    return this.snapshots.current.fresh ? undefined : new ApiError('HARDWARE_SILENT', objects.join(', '));
  }

  #protectionErrorOf(id: string, move: Move): ApiError | undefined {
    const outlet = this.tools.targets.outlet(id);
    if (!outlet || move === 'OPEN' || move === 'CLOSE') return undefined;
    const reason = refusalReason(this.outlets.view(outlet).protection, move, false);
    return reason === undefined ? undefined : new ApiError('OUTLET_PROTECTED', id, reason);
  }

  #mayView(id: string, access: Access): boolean {
    const outlet = this.tools.targets.outlet(id);
    return outlet ? access.mayView(outlet.id) : access.can('viewPortInfo');
  }

  /** The move as the caller may see it: only the id of an object that they may not view. */
  #moveView(id: string, access: Access): TestRunMoveView {
    const outlet = this.tools.targets.outlet(id);
    const { outlets, relayOutputs } = this.snapshots.current;
    if (!this.#mayView(id, access)) return { id };
    if (!outlet) return { id, state: relayOutputs.find((each) => each.id === id)?.state };
    const { outletName, state } = this.outlets.view(outlet);
    return { id, name: outletName, state, watts: rounded(outlets[outlet.position]?.activePower) };
  }
}
