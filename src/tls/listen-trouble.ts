/** Why HTTPS does not listen, in a sentence that a person can act on. */
export function troubleOf(error: unknown, port: number, host: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return `HTTPS cannot listen on port ${port} of ${host}: another program has it.`;
    case 'EACCES':
      return `HTTPS cannot listen on port ${port}: this user may not open it. Ports below 1024 need a capability.`;
    default:
      return `HTTPS cannot listen on port ${port} of ${host}: ${code ?? message}.`;
  }
}
