import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Allow } from '../common/access.js';
import { HostKeyService } from './host-key.service.js';
import { SshView, sshView } from './ssh.view.js';

@ApiTags('system')
@Controller('api/system/ssh')
export class SshController {
  constructor(private readonly hostKeys: HostKeyService) {}

  /** The host key by which SSH clients recognise the controller. */
  @Get()
  @Allow('viewNetworkSettings')
  @ApiOkResponse({ type: SshView })
  read(): SshView {
    return sshView(this.hostKeys.current);
  }
}
