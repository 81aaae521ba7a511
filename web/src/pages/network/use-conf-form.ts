import { useState } from 'react';
import { api, type Answer } from '../../api/client.js';
import { useApi, useChange } from '../../api/queries.js';
import { en } from '../../language/en.js';
import { fieldError } from '../../parts/error-note.js';
import { say } from '../../parts/toasts.js';
import { useUnsaved } from '../../parts/unsaved.js';

export type Conf = Answer<'get', '/api/conf'>;
/** The settings that have a label, and so can stand in a form. */
type Labelled = keyof typeof en.conf & keyof Conf;
/** Those among them with a value of a type. */
export type SettingOf<T> = { [K in Labelled]: NonNullable<Conf[K]> extends T ? K : never }[Labelled];

/** Some settings as they are being edited. */
export interface ConfForm {
  readonly mayChange: boolean;
  /** What the controller has; undefined until it has answered. */
  readonly kept: Conf | undefined;
  /** What would be sent. */
  readonly edited: Partial<Conf>;
  readonly error: Error | null;
  readonly isSaving: boolean;
  readonly set: <K extends Labelled>(name: K, value: Conf[K]) => void;
  readonly errorOf: (name: Labelled) => string | undefined;
  readonly save: () => void;
  readonly discard: () => void;
}

/** A form over settings: only what differs from what the controller has is sent, all of it or nothing. */
export function useConfForm(mayChange: boolean): ConfForm {
  const { data: kept, error: unread } = useApi('/api/conf');
  const [edited, setEdited] = useState<Partial<Conf>>({});
  const change = useChange((body: Partial<Conf>) => api.post('/api/conf', { body }), ['/api/conf', '/api/system']);
  useUnsaved(Object.keys(edited).length > 0);
  const discard = (): void => {
    setEdited({});
    change.reset();
  };
  return {
    mayChange,
    kept,
    edited,
    error: change.error ?? unread,
    isSaving: change.isPending,
    set: (name, value) =>
      setEdited((before) => {
        const others = Object.entries(before).filter(([key]) => key !== name);
        return { ...Object.fromEntries(others), ...(value !== kept?.[name] && { [name]: value }) };
      }),
    errorOf: (name) => fieldError(change.error, name),
    discard,
    save: () =>
      change.mutate(edited, {
        onSuccess: () => {
          discard();
          say(en.common.saved);
        },
      }),
  };
}
