import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentAccess, Allow, CurrentCaller, type Access, type CallerWithAddress } from '../common/access.js';
import type { JsonObject } from '../common/body.js';
import { RuntimeConfig } from '../config/runtime-config.js';
import { catalogueView, SettingInfoView } from './catalogue.view.js';
import { parseChange } from './conf.change.js';
import { CONF_SCHEMA } from './conf.view.js';
import { confView, type ConfView } from './conf.view.js';
import { SettingsStore } from './settings.store.js';
import { SettingsRepository } from './settings.repository.js';

@ApiTags('settings')
@Controller('api/conf')
export class SettingsController {
  constructor(
    private readonly settings: SettingsStore,
    private readonly table: SettingsRepository,
    private readonly config: RuntimeConfig,
  ) {}

  /**
   * The settings in the groups that the caller's role may see, with secrets as a run of dashes. A hub has those that have
   * an effect there.
   */
  @Get()
  @Allow('viewGlobalDeviceSettings', 'viewNetworkSettings')
  @ApiOkResponse({ schema: CONF_SCHEMA })
  read(@CurrentAccess() access: Access): ConfView {
    return confView((key) => this.settings.get(key), access, this.config.role);
  }

  /** The type, range, group, default and permissions of each setting, and whether it has an effect. */
  @Get('catalogue')
  @Allow('viewGlobalDeviceSettings', 'viewNetworkSettings')
  @ApiOkResponse({ type: SettingInfoView, isArray: true })
  catalogue(@CurrentAccess() access: Access): SettingInfoView[] {
    return catalogueView(this.config.role, this.table.defaults, access);
  }

  /**
   * Changes any number of settings, all or none, and returns all settings. A stored secret must be sent again when a
   * setting changes that determines its destination.
   */
  @Post()
  @HttpCode(200)
  @Allow('modifyGlobalDeviceSettings', 'modifyNetworkSettings', 'modifyLcdSettings', 'modifyPortSettings')
  @ApiBody({ schema: CONF_SCHEMA })
  @ApiOkResponse({ schema: CONF_SCHEMA })
  async change(@Body() body: JsonObject, @CurrentCaller() caller: CallerWithAddress): Promise<ConfView> {
    await this.settings.changeAsClient(parseChange(body, caller.access, this.config.role), caller);
    return this.read(caller.access);
  }
}
