import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Allow, CurrentCaller, type CallerWithAddress } from '../common/access.js';
import { ConfigResetService } from './config-reset.service.js';
import { ConfigResetView } from './config-document.view.js';

@ApiTags('system')
@Controller('api/system/configReset')
export class ConfigResetController {
  constructor(private readonly resets: ConfigResetService) {}

  /** Factory reset: settings, names, users, roles, groups, events, actions and tokens; ends every session, moves no relay. */
  @Post()
  @HttpCode(200)
  @Allow('allowFactoryReset')
  reset(@CurrentCaller() caller: CallerWithAddress): Promise<ConfigResetView> {
    return this.resets.reset(caller);
  }
}
