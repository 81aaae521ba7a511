import { IsFlag, IsReason, IsText, Optional } from '../common/dto-decorators.js';

export class UndoDto {
  /** The token of `undo.token` in the answer of the switching. @example "an-invented-undo-token" */
  @IsText({ max: 100 })
  token: string;

  /** Confirms a switch-off: outlets with the protection `confirm` ask for it. */
  @Optional()
  @IsFlag()
  confirm?: boolean;

  /** The reason of the command, which the audit log keeps. */
  @IsReason()
  reason?: string;
}
