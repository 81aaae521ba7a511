import { useState } from 'react';
import { api } from '../../../api/client.js';
import { queryClient } from '../../../api/queries.js';
import { changedWithCode } from '../../../components/changed-of.js';
import { useMeanwhile } from '../../../components/use-meanwhile.js';
import { words } from '../../../language/words.js';
import type { Action } from '../../actions/action-texts.js';
import type { Event } from '../event-texts.js';
import { sameAction, verbOf, type ActionDraft, type Verb } from './action-drafts.js';

interface EventBody {
  readonly name: string;
  readonly enabled: boolean;
  readonly code: number;
  readonly params: string[];
}

interface RuleSaving {
  readonly event: Event | undefined;
  readonly actions: readonly Action[];
  readonly verbs: readonly Verb[];
  readonly nameOf: (draft: ActionDraft) => string;
  /** Replaces drafts by the actions that have been created, so that saving again goes on from there. */
  readonly onDrafts: (drafts: readonly ActionDraft[]) => void;
}

interface NotSaved {
  readonly saved: readonly string[];
  /** The name of the action that was refused; undefined: the event was. */
  readonly failed: string | undefined;
}

/** Saves the new actions of a rule one by one, then the event. What was saved before a failure stays, and is named. */
export function useRuleSaving({ event, actions, verbs, nameOf, onDrafts }: RuleSaving) {
  const [before] = useState(event);
  const meanwhile = useMeanwhile({
    name: words.events.name,
    enabled: words.rules.enabled,
    code: [words.events.condition, () => undefined],
    actions: [words.events.actions, () => undefined],
  });
  const [error, setError] = useState<Error | null>(null);
  const [notSaved, setNotSaved] = useState<NotSaved>();
  const [isBusy, setBusy] = useState(false);

  const actionOf = async (draft: ActionDraft): Promise<Pick<Action, 'id'>> => {
    if ('id' in draft) return draft;
    const verb = verbOf(verbs, draft.verb);
    if (!verb) throw new Error('This role may not use the action.');
    const params = [...draft.params];
    return (
      sameAction(actions, verb, params) ??
      (await api.post('/api/actions', { body: { name: nameOf(draft), code: verb.row.code, params } }))
    );
  };

  const attempt = async <T>(work: (saved: string[], at: (name: string | undefined) => void) => Promise<T>) => {
    const saved: string[] = [];
    let failed: string | undefined;
    setBusy(true);
    setError(null);
    setNotSaved(undefined);
    try {
      return await work(saved, (name) => (failed = name));
    } catch (failure) {
      setError(failure as Error);
      if (saved.length > 0) setNotSaved({ saved, failed });
      return undefined;
    } finally {
      setBusy(false);
      await queryClient.invalidateQueries({
        predicate: ({ queryKey: [path] }) =>
          typeof path === 'string' && (path.startsWith('/api/actions') || path.startsWith('/api/events')),
      });
    }
  };

  const save = (body: EventBody, drafts: readonly ActionDraft[]) =>
    attempt(async (saved, at) => {
      let left = drafts;
      for (const draft of drafts) {
        if ('id' in draft) continue;
        at(nameOf(draft));
        const { id } = await actionOf(draft);
        saved.push(nameOf(draft));
        left = left.map((each) => (each === draft ? { key: draft.key, id } : each));
        onDrafts(left);
      }
      at(undefined);
      const whole = { ...body, actions: left.flatMap((draft) => ('id' in draft ? [draft.id] : [])) };
      if (!before) return api.post('/api/events', { body: whole });
      const path = { eventId: String(before.id) };
      const read = () => api.get('/api/events/{eventId}', { path });
      const changed = await meanwhile(changedWithCode(whole, before), before, read);
      if (Object.keys(changed).length === 0) return before;
      return api.put('/api/events/{eventId}', { path, body: changed });
    });

  /** The action of a draft, which is created if it is new: only an action of the controller can be tested. */
  const saved = (draft: ActionDraft, drafts: readonly ActionDraft[]) =>
    attempt(async () => {
      const { id } = await actionOf(draft);
      onDrafts(drafts.map((each) => (each === draft ? { key: draft.key, id } : each)));
      return api.get('/api/actions/{actionId}', { path: { actionId: String(id) } });
    });

  return { save, saved, error, notSaved, isBusy };
}
