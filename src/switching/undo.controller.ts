import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentCaller, SignedIn, type CallerWithAddress } from '../common/access.js';
import { Errors } from '../common/documented-errors.js';
import { UndoDto } from './undo.dto.js';
import { UndoService } from './undo.service.js';
import { UndoneView } from './undo.view.js';

@ApiTags('outlets')
@Controller('api/undo')
export class UndoController {
  constructor(private readonly service: UndoService) {}

  /**
   * Takes a switching back within 60 s, once: puts exactly those outlets and relay outputs back that still stand where the
   * command put them, and answers why the others are left. For the user who sent the command and still may switch all of
   * them; the protection of an outlet applies. 404 for a token that is unknown or of another user, 410 for one that was
   * used or has expired.
   */
  @Post()
  @HttpCode(200)
  @SignedIn()
  @Errors('UNDO_UNKNOWN', 'UNDO_USED', 'UNDO_EXPIRED')
  @ApiOkResponse({ type: UndoneView })
  undo(@Body() body: UndoDto, @CurrentCaller() caller: CallerWithAddress): Promise<UndoneView> {
    return this.service.undo(body, caller);
  }
}
