/** A page as a content of the API document. */
export const PAGE_CONTENT = {
  'text/html': { schema: { type: 'string' as const }, example: '<!doctype html><html lang="en">…</html>' },
};
