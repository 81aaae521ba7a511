/** The reason why a server does not listen on a port, in a sentence that a user can act on. */
export function listenProblem(server: string, error: unknown, port: number, host: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return `${server} cannot listen on port ${port} of ${host}: another program has it.`;
    case 'EACCES':
      return `${server} cannot listen on port ${port}: this user may not open it. Ports below 1024 need a capability.`;
    default:
      return `${server} cannot listen on port ${port} of ${host}: ${code ?? message}.`;
  }
}

/** True if somebody else listens on the port. */
export const isPortTaken = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
