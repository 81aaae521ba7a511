/** The message of an error, in one line. */
export function errorMessage(error: unknown): string {
  const hasMessage = typeof error === 'object' && error !== null && 'message' in error;
  return (hasMessage ? String(error.message) : String(error)).trim().replace(/\s*\n\s*/g, '; ');
}
