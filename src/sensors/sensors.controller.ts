import { Body, Controller, Get, HttpCode, Post, Put, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { SensorModel } from '../hardware/profiles/pdu-model.js';
import { ReadingAgeGuard } from '../hardware/reading-age.guard.js';
import { Access, CurrentAccess, Allow, CurrentCaller, type CallerWithAddress } from '../common/access.js';
import { Found, ResourceExists } from '../common/resource-exists.guard.js';
import { CachedRead, CachedResponse } from '../common/cached-response.js';
import { UpdateSensorDto } from './sensor.dto.js';
import { SensorView } from './sensor.view.js';
import { SensorsService } from './sensors.service.js';

@ApiTags('sensors')
@Controller('api/sensors')
export class SensorsController {
  constructor(private readonly sensors: SensorsService) {}

  /** All accessory ports with what they read. */
  @Get()
  @Allow('viewPortInfo')
  @UseGuards(ReadingAgeGuard)
  @CachedRead()
  @ApiOkResponse({ type: SensorView, isArray: true })
  list(@CurrentAccess() access: Access): CachedResponse {
    return this.sensors.prepared(access);
  }

  /** One accessory port with what it reads. */
  @Get(':sensorId')
  @Allow('viewPortInfo')
  @UseGuards(ResourceExists(SensorsService), ReadingAgeGuard)
  @ApiOkResponse({ type: SensorView })
  read(@Found('sensorId') sensor: SensorModel): SensorView {
    return this.sensors.view(sensor);
  }

  /** Names a sensor or the relays and inputs of a hub; switches a hub's relays and DC supply. */
  @Post(':sensorId')
  @HttpCode(200)
  @Allow('modifyPortSettings')
  @UseGuards(ResourceExists(SensorsService))
  @ApiOkResponse({ type: SensorView })
  update(
    @Found('sensorId') sensor: SensorModel,
    @Body() change: UpdateSensorDto,
    @CurrentCaller() caller: CallerWithAddress,
  ): Promise<SensorView> {
    return this.sensors.update(sensor, change, caller);
  }

  /** The same as POST. */
  @Put(':sensorId')
  @Allow('modifyPortSettings')
  @UseGuards(ResourceExists(SensorsService))
  @ApiOkResponse({ type: SensorView })
  put(
    @Found('sensorId') sensor: SensorModel,
    @Body() change: UpdateSensorDto,
    @CurrentCaller() caller: CallerWithAddress,
  ): Promise<SensorView> {
    return this.sensors.update(sensor, change, caller);
  }
}
