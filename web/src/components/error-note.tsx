import { Alert, List } from '@mantine/core';
import { ApiFailure } from '../api/client.js';
import { en } from '../language/en.js';

/** An error with the server's message; nothing if there is no error. */
export function ErrorNote({ error }: { readonly error: Error | null | undefined }) {
  if (!error) return null;
  const details = error instanceof ApiFailure ? error.details : [];
  return (
    <Alert color="red" variant="light" role="alert" title={en.errors.title} c="var(--bad)">
      {error instanceof ApiFailure ? error.message : en.errors.unexpected}
      {details.length > 1 && (
        <List size="sm" mt="xs">
          {details.map(({ field, message }) => (
            <List.Item key={field + message}>{message}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}

/** The server's message about one field of a form: `error={fieldError(change.error, 'groupName')}`. */
export function fieldError(error: Error | null | undefined, field: string): string | undefined {
  if (!(error instanceof ApiFailure)) return undefined;
  return error.details.find((detail) => detail.field === field)?.message;
}
