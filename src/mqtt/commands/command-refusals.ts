import { Injectable, Logger } from '@nestjs/common';
import { AuditLogService } from '../../audit/audit-log.service.js';
import type { CallerWithAddress } from '../../common/access.js';
import { causeOf } from '../../common/cause.js';
import { Clock } from '../../common/clock.js';
import type { ApiError } from '../../common/errors.js';
import { printable } from '../../common/text.js';
import { PduDriver } from '../../hardware/pdu.driver.js';
import { LogThrottle } from '../../protocols/log-throttle.js';
import type { Received } from '../broker/broker-connection.js';
import type { CommandTopic } from '../topics.js';
import type { JsonCommand } from './command.js';

/** Errors of relays that have an audit record already. */
const RECORDED = new Set(['RELAY_FAULT', 'HARDWARE_SILENT']);
const KINDS = { outlet: 'outlet', group: 'group', relay: 'relayOutput' } as const;

/** The audit records of commands that were not carried out: of each object and reason one in a minute. */
@Injectable()
export class CommandRefusals {
  readonly #logger = new Logger('MQTT');
  readonly #due = new LogThrottle();
  /** Commands that were dropped since the last record of it. */
  #dropped = 0;

  constructor(
    private readonly driver: PduDriver,
    private readonly audit: AuditLogService,
    private readonly clock: Clock,
  ) {}

  record(
    error: ApiError,
    topic: CommandTopic,
    { topic: name, payload }: Received,
    caller: CallerWithAddress,
    command?: JsonCommand,
  ): void {
    if (RECORDED.has(error.code) || !this.#due.isDue(`${name} ${error.code}`, this.clock.uptime())) return;
    const object = this.#objectOf(topic);
    const reason = error.details?.map(({ message }) => message).join(' ') ?? error.message;
    this.#logger.warn(`A command of the topic ${printable(name)} is refused: ${reason}`);
    void this.audit.tryToRecord({
      kind: object === undefined ? 'mqtt.refuse' : `${object.slice(0, object.indexOf(':'))}.switch`,
      object: object ?? 'device',
      cause: causeOf(caller, { ...(command?.reason !== undefined && { reason: command.reason }) }),
      after: { state: command?.state ?? printable(payload.toString('utf8', 0, 16)), reason },
      result: error.code,
    });
  }

  /** Counts a command that came too fast. */
  onDropped(caller: CallerWithAddress): void {
    this.#dropped++;
    if (!this.#due.isDue('', this.clock.uptime())) return;
    this.#logger.warn('Commands come faster than they are taken, and are dropped.');
    void this.audit.tryToRecord({
      kind: 'mqtt.drop',
      object: 'device',
      cause: causeOf(caller),
      after: { count: this.#dropped },
      result: 'TOO_MANY_COMMANDS',
    });
    this.#dropped = 0;
  }

  /** The object in the words of the audit log; undefined where there is none. */
  #objectOf(topic: CommandTopic): string | undefined {
    if (topic.kind === 'command' || topic.kind === 'restart') return undefined;
    const { kind, id } = topic;
    const { model } = this.driver;
    if (kind === 'group') return /^[1-9]\d{0,8}$/.test(id) ? `group:${id}` : undefined;
    const named = kind === 'outlet' ? model.outlet(id) : model.relayOutputs.find((each) => each.id === id);
    return named && `${KINDS[kind]}:${named.id}`;
  }
}
