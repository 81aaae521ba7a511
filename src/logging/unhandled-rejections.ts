import { Logger } from '@nestjs/common';

/**
 * A promise that was rejected while nobody looked is a mistake in the program, and no reason to take the controller
 * away from running machines: it is logged, and the rest goes on. What is thrown past every catch still ends the
 * process, because nothing is known of its state then.
 */
export function logUnhandledRejections(): void {
  const logger = new Logger('Controller');
  process.on('unhandledRejection', (reason) => {
    logger.error(
      `A rejection was forgotten: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`,
    );
  });
}
