import { useState } from 'react';
import { api, type Answer } from '../../api/client.js';
import { useApi, useChange } from '../../api/queries.js';
import { words, type Words } from '../../language/words.js';
import { changedOf } from '../../components/changed-of.js';
import { fieldError } from '../../components/error-note.js';
import { notify } from '../../components/toasts.js';
import { useBefore, useMeanwhile, type Labels } from '../../components/use-meanwhile.js';

export type Conf = Answer<'get', '/api/conf'>;
/** The settings that have a label, and so can stand in a form. */
export type SettingName = keyof Words['conf'] & keyof Conf;
/** The names of the settings whose value is of one type. */
export type SettingOf<T> = { [K in SettingName]: NonNullable<Conf[K]> extends T ? K : never }[SettingName];

/** The id of a role or user is no name of it. */
const labels = (): Labels =>
  Object.fromEntries(
    Object.entries(words.conf).map(([name, { label }]) => [name, /Id$/.test(name) ? [label, () => undefined] : label]),
  );

/** Some settings while a user edits them. */
export interface SettingsFormState {
  readonly mayChange: boolean;
  /** The settings of the controller; undefined until it has answered. */
  readonly saved: Conf | undefined;
  /** The changed settings, which are sent on saving. */
  readonly edited: Partial<Conf>;
  readonly isChanged: boolean;
  readonly error: Error | null;
  readonly isSaving: boolean;
  readonly set: <K extends SettingName>(name: K, value: Conf[K]) => void;
  /** The value that the form shows: the edited one, else the saved one. */
  readonly valueOf: <K extends SettingName>(name: K) => Conf[K] | undefined;
  readonly errorOf: (name: SettingName) => string | undefined;
  /** Saves the changed settings; calls back when they are saved. */
  readonly save: (onSaved?: () => void) => void;
  readonly discard: () => void;
}

/**
 * The state of a settings form. Only the settings that differ from those of the controller are sent, in one request.
 */
export function useSettingsForm(mayChange: boolean): SettingsFormState {
  const { data: saved, error: unread } = useApi('/api/conf');
  const [edited, setEdited] = useState<Partial<Conf>>({});
  const isChanged = Object.keys(edited).length > 0;
  const before = useBefore(saved ?? {}, isChanged);
  const meanwhile = useMeanwhile(labels());
  const change = useChange(
    async (changed: Partial<Conf>) => {
      const body = await meanwhile(changed, before(), () => api.get('/api/conf'));
      if (Object.keys(body).length > 0) await api.post('/api/conf', { body });
    },
    ['/api/conf', '/api/system'],
  );
  const discard = (): void => {
    setEdited({});
    change.reset();
  };
  return {
    mayChange,
    saved,
    edited,
    isChanged,
    error: change.error ?? unread,
    isSaving: change.isPending,
    set: (name, value) =>
      setEdited((before) => {
        const others = Object.entries(before).filter(([key]) => key !== name);
        return { ...Object.fromEntries(others), ...(value !== saved?.[name] && { [name]: value }) };
      }),
    valueOf: (name) => edited[name] ?? saved?.[name],
    errorOf: (name) => fieldError(change.error, name),
    discard,
    save: (onSaved) =>
      change.mutate(edited, {
        onSuccess: () => {
          change.reset();
          setEdited((now) => changedOf(now, edited)); // somebody may have typed on meanwhile
          notify(words.common.saved);
          onSaved?.();
        },
      }),
  };
}
