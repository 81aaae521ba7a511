import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { MQTT_METRICS } from './mqtt.metrics.js';
import { MqttController } from './mqtt.controller.js';
import { MqttRules } from './mqtt-rules.js';
import { MqttService } from './mqtt.service.js';

@Module({
  imports: [UsersModule],
  controllers: [MqttController],
  providers: [MQTT_METRICS, MqttRules, MqttService],
})
export class MqttModule {}
