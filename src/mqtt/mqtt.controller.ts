import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Allow, CurrentAccess, type Access } from '../common/access.js';
import type { JsonObject } from '../common/body.js';
import { CONF_SCHEMA } from '../settings/conf.view.js';
import { SettingsStore } from '../settings/settings.store.js';
import { MqttService } from './mqtt.service.js';
import { MqttTestView, MqttView, mqttView } from './mqtt.view.js';

@ApiTags('mqtt')
@Controller('api/mqtt')
export class MqttController {
  constructor(
    private readonly mqtt: MqttService,
    private readonly settings: SettingsStore,
  ) {}

  /** The connection to the MQTT broker. */
  @Get()
  @Allow('viewNetworkSettings')
  @ApiOkResponse({ type: MqttView })
  read(): MqttView {
    return mqttView(this.mqtt.status, this.settings.get('mqttHost'), this.settings.get('mqttPort'));
  }

  /**
   * Connects to the broker with the stored settings, in which those of the body stand instead, and sends a message to
   * itself. Stores nothing; the controller's own connection goes on.
   */
  @Post('test')
  @HttpCode(200)
  @Allow('modifyNetworkSettings')
  @ApiBody({ schema: { ...CONF_SCHEMA, example: { mqttHost: 'mqtt.example', mqttPort: 8883 } }, required: false })
  @ApiOkResponse({ type: MqttTestView })
  test(@Body() body: JsonObject, @CurrentAccess() access: Access): Promise<MqttTestView> {
    return this.mqtt.test(body, access);
  }
}
