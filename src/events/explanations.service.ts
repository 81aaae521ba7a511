import { Injectable } from '@nestjs/common';
import { ActionsService } from '../actions/actions.service.js';
import type { Access } from '../kernel/access.js';
import { explainWatches, nextTime, type WatchExplained } from './engine/explain.js';
import type { Frame } from './engine/frame.js';
import { EventStore } from './event.store.js';
import { HIDDEN, limitView, objectView, pausedView, timeMembers, type ExplanationView } from './explain.view.js';
import { mayRead } from './may-read.js';
import { RulesService, type Rule } from './rules.service.js';

/** Says why an event is as it is. */
@Injectable()
export class Explanations {
  constructor(
    private readonly store: EventStore,
    private readonly rules: RulesService,
    private readonly actions: ActionsService,
  ) {}

  /** Throws EVENT_UNKNOWN. */
  of(eventId: string, access: Access): ExplanationView {
    const { id, enabled, code, params, actions } = this.store.find(eventId);
    const rule = this.rules.get(id);
    const { frame } = this.rules;
    const paused = this.actions.pausesOf(actions).map(pausedView);
    const isVisible = this.rules.objectsOf({ code, params }).every((each) => mayRead(access, each.kind, each.id));
    const standing = {
      id,
      enabled,
      available: !enabled || rule !== undefined,
      ...(isVisible && this.rules.standing(id)),
      ...(paused.length > 0 && { paused }),
    };
    if (!enabled) return { ...standing, waitsFor: 'being enabled' };
    if (!rule || !frame) return { ...standing, waitsFor: 'a model that has what it names' };
    return { ...standing, ...explained(rule, frame, access) };
  }
}

type Explained = Pick<ExplanationView, 'waitsFor'> & Partial<ExplanationView>;

function explained({ armed, state }: Rule, frame: Frame, access: Access): Explained {
  if (armed.kind === 'calendar' || armed.kind === 'interval') {
    const times = timeMembers(nextTime(armed, state, frame), state.lastFired, frame.zone);
    return { waitsFor: times.nextLocal ?? 'its first poll cycle', ...times };
  }
  const watches = explainWatches(armed, state, frame);
  const seen = watches.filter(({ watch: { object } }) => mayRead(access, object.kind, object.id));
  const nearest = nearestOf(seen);
  const nothing = seen.length < watches.length ? HIDDEN : 'nothing: it names nothing that this PDU has';
  return {
    waitsFor: nearest?.waitsFor ?? nothing,
    ...(armed.kind === 'level' && {
      limit: armed.limit && limitView(armed.limit),
      seconds: armed.sustain / 1000,
    }),
    objects: watches.map((each) => objectView(each, access)),
  };
}

const nearestOf = (watches: readonly WatchExplained[]): WatchExplained | undefined =>
  watches.find(({ triggered }) => triggered) ?? watches.find(({ holds }) => holds) ?? watches[0];
