import { ConsoleLogger } from '@nestjs/common';
import { ConfigError } from './config/runtime-config.js';

/** What the framework says while it starts, one line for each module and route. */
const FRAMEWORK = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
  'WebSocketsController',
]);

/** Nest's console logger without the framework's start-up lines, so that the ready line is the first. */
export class Logger extends ConsoleLogger {
  override log(message: unknown, context?: string): void;
  override log(message: unknown, ...rest: unknown[]): void;
  override log(message: unknown, ...rest: unknown[]): void {
    const context = rest.at(-1);
    if (typeof context === 'string' && FRAMEWORK.has(context)) return;
    super.log(message, ...rest);
  }

  /** A wrong configuration is told in a line of its own, without a stack. */
  override error(message: unknown, ...rest: unknown[]): void {
    if (message instanceof ConfigError) return;
    super.error(message, ...rest);
  }
}
