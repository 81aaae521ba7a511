import { Body, Controller, Get, HttpCode, Param, Post, Put, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ReadingAge } from '../hardware/reading-age.guard.js';
import { Access, AccessOf, Allow, By, type CallerAt } from '../kernel/access.js';
import { Known } from '../kernel/known.js';
import { PreparedAnswer } from '../kernel/prepared.js';
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
  @UseGuards(ReadingAge)
  @ApiOkResponse({ type: SensorView, isArray: true })
  list(@AccessOf() access: Access): PreparedAnswer {
    return this.sensors.prepared(access);
  }

  /** One accessory port with what it reads. */
  @Get(':sensorId')
  @Allow('viewPortInfo')
  @UseGuards(Known(SensorsService), ReadingAge)
  @ApiOkResponse({ type: SensorView })
  read(@Param('sensorId') id: string): SensorView {
    return this.sensors.read(id);
  }

  /** Names a sensor or the relays and inputs of a hub; switches a hub's relays and DC supply. */
  @Post(':sensorId')
  @HttpCode(200)
  @Allow('modifyPortSettings')
  @UseGuards(Known(SensorsService))
  @ApiOkResponse({ type: SensorView })
  update(@Param('sensorId') id: string, @Body() change: UpdateSensorDto, @By() caller: CallerAt): Promise<SensorView> {
    return this.sensors.update(id, change, caller);
  }

  /** The same as POST. */
  @Put(':sensorId')
  @Allow('modifyPortSettings')
  @UseGuards(Known(SensorsService))
  @ApiOkResponse({ type: SensorView })
  put(@Param('sensorId') id: string, @Body() change: UpdateSensorDto, @By() caller: CallerAt): Promise<SensorView> {
    return this.sensors.update(id, change, caller);
  }
}
