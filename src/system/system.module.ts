import { Module, type DynamicModule } from '@nestjs/common';
import { Launch } from '../launcher/launch.js';
import { OutletsModule } from '../outlets/outlets.module.js';
import { FirmwareController } from './firmware/firmware.controller.js';
import { FirmwareService } from './firmware/firmware.service.js';
import { RebootController } from './reboot.controller.js';
import { RebootService } from './reboot.service.js';
import { SelfTestService } from './self-test.service.js';

@Module({
  imports: [OutletsModule],
  controllers: [RebootController, FirmwareController],
  providers: [RebootService, FirmwareService, SelfTestService],
  exports: [RebootService, FirmwareService],
})
export class SystemModule {
  static forRoot(launch: Launch): DynamicModule {
    return { module: SystemModule, global: true, providers: [{ provide: Launch, useValue: launch }] };
  }
}
