import { ApiProperty } from '@nestjs/swagger';
import { COMMAND_VALIDITY } from '../../common/command-validity.js';
import { IsNumeric, IsReason, IsText, IsWord, Optional } from '../../common/dto-decorators.js';
import { SWITCH_COMMANDS } from '../../fleet-wire/messages.js';
import { PageQueryDto } from '../page-query.dto.js';
import type { HubCommand } from './command-life.js';
import { SHOWN_OUTCOMES, type ShownOutcome } from './command.view.js';

/** A command to an outlet of a PDU. */
export class SendCommandDto {
  /** Id of the outlet at that PDU, for example 1-1200578. @example "1-1200578" */
  @IsText({ max: 64 })
  outlet: string;

  /** @example "REBOOT" */
  @IsWord(...SWITCH_COMMANDS)
  command: HubCommand['command'];

  /** The reason of the command, which the audit log keeps. @example "Kernel update" */
  @IsReason()
  reason?: string;

  /** The time after which it must not begin any more, ms; at most 24 h. */
  @Optional()
  @IsNumeric({ min: COMMAND_VALIDITY.min, max: COMMAND_VALIDITY.max, integer: true })
  @ApiProperty({ default: COMMAND_VALIDITY.usual })
  validMs?: number;
}

/** The query of a page of commands. */
export class CommandsQueryDto extends PageQueryDto {
  @Optional()
  @IsWord(...SHOWN_OUTCOMES)
  outcome?: ShownOutcome;
}
