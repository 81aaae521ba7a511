import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Allow } from '../common/access.js';
import { ActionCodeView } from './action.view.js';
import { ActionsService } from './actions.service.js';

@ApiTags('actions')
@Controller('api/action-codes')
export class ActionCodesController {
  constructor(private readonly actions: ActionsService) {}

  /** The catalogue of actions: every code with its parameters, and whether this model has it. */
  @Get()
  @Allow('viewEventActions')
  @ApiOkResponse({ type: ActionCodeView, isArray: true })
  list(): ActionCodeView[] {
    return this.actions.codes();
  }
}
