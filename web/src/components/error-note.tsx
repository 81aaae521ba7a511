import { Alert, List } from '@mantine/core';
import { ApiFailure } from '../api/client.js';
import { words } from '../language/words.js';

/** Not saved, because the user has gone back to the form instead; it needs no words. */
export class BackToForm extends Error {}

/** An error with the server's message; nothing if there is no error. */
export function ErrorNote({ error }: { readonly error: Error | null | undefined }) {
  if (!error || error instanceof BackToForm) return null;
  const details = error instanceof ApiFailure ? error.details : [];
  return (
    <Alert color="red" variant="light" role="alert" title={words.errors.title} className="breakable">
      {error instanceof ApiFailure ? <span lang={languageOf(error)}>{error.message}</span> : words.errors.unexpected}
      {details.length > 1 && (
        <List size="sm" mt="xs" lang={languageOf(error)}>
          {details.map(({ field, message }) => (
            <List.Item key={field + message}>{message}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}

/** The language of a failure's message, if it is not that of the page. */
export const languageOf = (error: Error): 'en' | undefined =>
  error instanceof ApiFailure && error.isEnglish ? 'en' : undefined;

/** The server's message about one field of a form: `error={fieldError(change.error, 'groupName')}`. */
export function fieldError(error: Error | null | undefined, field: string): string | undefined {
  if (!(error instanceof ApiFailure)) return undefined;
  return error.details.find((detail) => detail.field === field)?.message;
}
