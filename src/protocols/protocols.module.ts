import { Global, Module } from '@nestjs/common';
import { HealthFactsRegistry } from '../common/health-facts.js';
import { RolesModule } from '../roles/roles.module.js';
import { TlsModule } from '../tls/tls.module.js';
import { PROTOCOL_METRICS } from './protocol.metrics.js';
import { ProtocolServers } from './protocol-servers.js';
import { ProtocolsController } from './protocols.controller.js';
import { RoleSettings } from './role-settings.js';
import { TcpListeners } from './tcp-listener.js';

@Global()
@Module({
  imports: [RolesModule, TlsModule],
  controllers: [ProtocolsController],
  providers: [PROTOCOL_METRICS, ProtocolServers, RoleSettings, TcpListeners],
  exports: [ProtocolServers, TcpListeners],
})
export class ProtocolsModule {
  constructor(health: HealthFactsRegistry, servers: ProtocolServers) {
    health.add('protocols', () => servers.facts);
  }
}
