import type { LoggerService } from '@nestjs/common';

/** What the parts of the controller have to say while a command works: what is wrong, and not what the command tells itself. */
export function remarksOnly(remark: (text: string) => void): LoggerService {
  const say = (message: unknown, ...rest: unknown[]): void => {
    if (rest.at(-1) !== 'ExceptionHandler') remark(message instanceof Error ? message.message : String(message));
  };
  return { log: () => undefined, warn: say, error: say };
}
