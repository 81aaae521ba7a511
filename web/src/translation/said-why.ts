/** The ways by which a user may give a reason with a command, which is then part of the sentence in the log. */
export const SAID_WHY: ReadonlySet<string> = new Set(['session', 'token', 'basic', 'ssh', 'snmp']);
