import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Allow } from '../common/access.js';
import { ProtocolServers } from './protocol-servers.js';
import { protocolServerView, ProtocolServerView } from './protocol.view.js';

@ApiTags('system')
@Controller('api/system/protocols')
export class ProtocolsController {
  constructor(private readonly servers: ProtocolServers) {}

  /** The protocol servers: whether they listen, what they have counted, and their last clients. */
  @Get()
  @Allow('viewNetworkSettings')
  @ApiOkResponse({ type: ProtocolServerView, isArray: true })
  read(): ProtocolServerView[] {
    return this.servers.all().map(([name, server]) => protocolServerView(name, server.state()));
  }
}
