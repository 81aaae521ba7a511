import { Logger } from '@nestjs/common';

/**
 * Logs unhandled promise rejections: they are mistakes in the program, but no reason to stop a controller of running
 * machines. An uncaught exception still ends the process, because its state is unknown then.
 */
export function logUnhandledRejections(): void {
  const logger = new Logger('Controller');
  process.on('unhandledRejection', (reason) => {
    logger.error(`Unhandled rejection: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`);
  });
}
