import { Injectable } from '@nestjs/common';
import type { Access } from './access.js';
import { OrderedRegistry } from './ordered-registry.js';

/** The parts of the diagnostics file in their order. A module with a part is listed here and registers it at start. */
export const DIAGNOSTICS_PARTS = [
  'madeAt',
  'health',
  'device',
  'system',
  'profile',
  'settings',
  'snapshot',
  'events',
  'actions',
  'webhooks',
  'metrics',
  'log',
  'audit',
] as const;

/** Makes any JSON value without passwords, tokens, keys and hashes; a member of the file. */
export type DiagnosticsPart = (access: Access) => unknown;

/** The parts of the diagnostics file of all modules. */
@Injectable()
export class Diagnostics extends OrderedRegistry<(typeof DIAGNOSTICS_PARTS)[number], DiagnosticsPart> {
  constructor() {
    super(DIAGNOSTICS_PARTS);
  }
}
