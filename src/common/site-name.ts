/** True for the name of a site. It has no character that topics give a meaning: `/`, `+`, `#`, and `$` at the begin. */
export const isSite = (name: string): boolean => /^[a-z0-9][a-z0-9-]{0,31}$/.test(name);
