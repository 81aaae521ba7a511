import { Injectable } from '@nestjs/common';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import type { Access } from '../kernel/access.js';
import { ApiError } from '../kernel/errors.js';
import { rounded } from '../kernel/units.js';
import { hindranceOf } from '../outlets/outlet-protection.js';
import { OutletsService } from '../outlets/outlets.service.js';
import { ActionTools } from './action-tools.js';
import type { ActionTrialView, TrialMoveView } from './action-trial.view.js';
import { maskedParams } from './action.view.js';
import { three, type Move, type Moves } from './catalogue/row.js';
import type { Firing } from './firing.js';
import type { Task } from './run.js';

/** Says what an action would do, and what is known to speak against it. Moves nothing and sends nothing. */
@Injectable()
export class DryRun {
  constructor(
    private readonly tools: ActionTools,
    private readonly outlets: OutletsService,
    private readonly snapshots: SnapshotStore,
  ) {}

  of({ row, params }: Task, firing: Firing, access: Access): ActionTrialView {
    const moves = row.moves?.(this.tools.targets, params);
    const problem = moves && this.#problemOf(moves);
    const obstacle = row.obstacle?.(this.tools);
    const message = row.message?.(this.tools, params, firing);
    const moved = moves?.objects.map((id) => this.#moveView(id, access));
    const seesAll = moves?.objects.every((id) => this.#mayView(id, access));
    return {
      dryRun: true,
      ok: problem === undefined && obstacle === undefined,
      ...(problem && { code: problem.code, error: problem.message }),
      ...(obstacle && { code: 'NOT_DELIVERED', error: obstacle }),
      target: row.target(three(maskedParams(row.code, params))) || undefined,
      command: moves?.move,
      moves: moved,
      watts: seesAll ? rounded(moved?.reduce((sum, { watts = 0 }) => sum + watts, 0)) : undefined,
      ...(typeof message === 'string' ? { summary: message } : { message }),
    };
  }

  #problemOf({ objects, move }: Moves): ApiError | undefined {
    if (objects.length === 0) return new ApiError('ACTION_MOVES_NOTHING');
    const hindered = objects.map((id) => this.#hindranceOf(id, move)).find((each) => each);
    if (hindered) return hindered;
    return this.snapshots.current.fresh ? undefined : new ApiError('HARDWARE_SILENT', objects.join(', '));
  }

  #hindranceOf(id: string, move: Move): ApiError | undefined {
    if (!this.tools.targets.outlet(id) || move === 'OPEN' || move === 'CLOSE') return undefined;
    const hindrance = hindranceOf(this.outlets.view(id).protection, move, false);
    return hindrance === undefined ? undefined : new ApiError('OUTLET_PROTECTED', id, hindrance);
  }

  #mayView(id: string, access: Access): boolean {
    const outlet = this.tools.targets.outlet(id);
    return outlet ? access.mayView(outlet.id) : access.can('viewPortInfo');
  }

  /** Of an object that the caller may not view only its id. */
  #moveView(id: string, access: Access): TrialMoveView {
    const outlet = this.tools.targets.outlet(id);
    const { outlets, relayOutputs } = this.snapshots.current;
    if (!this.#mayView(id, access)) return { id };
    if (!outlet) return { id, state: relayOutputs.find((each) => each.id === id)?.state };
    const { outletName, state } = this.outlets.view(id);
    return { id, name: outletName, state, watts: rounded(outlets[outlet.position]?.activePower) };
  }
}
