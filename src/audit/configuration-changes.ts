/** Kinds of audit entries that are frequent and only concern relays, readings and sessions. */
const CHANGES_NO_CONFIGURATION = /^(session|action\.run|automation|event\.(trigger|missed))|\.(switch|fault|reboot)/;

/** True for the kind of an audit entry after which the configuration may be another. */
export const mayChangeConfiguration = (kind: string): boolean => !CHANGES_NO_CONFIGURATION.test(kind);
