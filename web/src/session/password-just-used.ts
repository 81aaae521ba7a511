/** The time for which it is known, ms: until the page after the sign-in is shown. */
const KNOWN_FOR = 60_000;

let password = '';
let timer: ReturnType<typeof setTimeout> | undefined;

/** Keeps the password of a sign-in for a minute, so that who must replace it need not type it again. It stays in memory. */
export function keepPasswordJustUsed(used: string): void {
  clearTimeout(timer);
  password = used;
  timer = setTimeout(() => (password = ''), KNOWN_FOR);
}

/** The password of a sign-in within the last minute; empty after that. */
export const passwordJustUsed = (): string => password;
