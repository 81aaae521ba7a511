import { Injectable } from '@nestjs/common';
import { ActionsService } from '../actions/actions.service.js';
import type { Access } from '../common/access.js';
import { explainWatches, nextTime, type WatchExplanation } from './engine/explain.js';
import type { EvaluationContext } from './engine/evaluation-context.js';
import { EvaluationContexts } from './evaluation-contexts.js';
import type { StoredEvent } from './event.store.js';
import {
  HIDDEN,
  limitView,
  objectView,
  pausedView,
  timeMembers,
  type ExplanationView,
} from './event-explanation.view.js';
import { mayRead } from './object-access.js';
import { RulesService, type Rule } from './rules.service.js';

/** Explains the state of an event. */
@Injectable()
export class EventExplanationsService {
  constructor(
    private readonly rules: RulesService,
    private readonly contexts: EvaluationContexts,
    private readonly actions: ActionsService,
  ) {}

  of({ id, enabled, code, params, actions }: StoredEvent, access: Access): ExplanationView {
    const rule = this.rules.get(id);
    const context = this.contexts.newest;
    const paused = this.actions.pausesOf(actions).map(pausedView);
    const isVisible = this.rules.objectsOf({ code, params }).every((each) => mayRead(access, each.kind, each.id));
    const standing = {
      id,
      enabled,
      available: !enabled || rule !== undefined,
      ...(isVisible && this.rules.statusOf(id)),
      ...(paused.length > 0 && { paused }),
    };
    if (!enabled) return { ...standing, waitsFor: 'being enabled' };
    if (!rule || !context) return { ...standing, waitsFor: 'a model that has what it names' };
    return { ...standing, ...explanationOf(rule, context, access) };
  }
}

type Explained = Pick<ExplanationView, 'waitsFor'> & Partial<ExplanationView>;

function explanationOf({ compiled, state }: Rule, context: EvaluationContext, access: Access): Explained {
  if (compiled.kind === 'calendar' || compiled.kind === 'interval') {
    const times = timeMembers(nextTime(compiled, state, context), state.lastFired, context.zone);
    return { waitsFor: times.nextLocal ?? 'its first poll cycle', ...times };
  }
  const watches = explainWatches(compiled, state, context);
  const seen = watches.filter(({ watch: { object } }) => mayRead(access, object.kind, object.id));
  const nearest = nearestOf(seen);
  const nothing = seen.length < watches.length ? HIDDEN : 'nothing: it names nothing that this PDU has';
  return {
    waitsFor: nearest?.waitsFor ?? nothing,
    ...(compiled.kind === 'level' && {
      limit: compiled.limit && limitView(compiled.limit),
      seconds: compiled.sustain / 1000,
    }),
    objects: watches.map((each) => objectView(each, context.namesOf(each.watch.object), access)),
  };
}

const nearestOf = (watches: readonly WatchExplanation[]): WatchExplanation | undefined =>
  watches.find(({ triggered }) => triggered) ?? watches.find(({ holds }) => holds) ?? watches[0];
