import { Module, type DynamicModule } from '@nestjs/common';
import { Launch } from '../launcher/launch.js';
import { OutletsModule } from '../outlets/outlets.module.js';
import { ConfigResetController } from './config-reset.controller.js';
import { ConfigReset } from './config-reset.service.js';
import { FirmwareController } from './firmware/firmware.controller.js';
import { FirmwareService } from './firmware/firmware.service.js';
import { RebootController } from './reboot.controller.js';
import { Reboot } from './reboot.service.js';
import { SelfTest } from './self-test.service.js';

@Module({
  imports: [OutletsModule],
  controllers: [ConfigResetController, RebootController, FirmwareController],
  providers: [ConfigReset, Reboot, FirmwareService, SelfTest],
})
export class SystemModule {
  static forRoot(launch: Launch): DynamicModule {
    return { module: SystemModule, providers: [{ provide: Launch, useValue: launch }] };
  }
}
