import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { BanksModule } from '../banks/banks.module.js';
import { GroupsModule } from '../groups/groups.module.js';
import { OutletsModule } from '../outlets/outlets.module.js';
import { RolesModule } from '../roles/roles.module.js';
import { SensorsModule } from '../sensors/sensors.module.js';
import { TlsModule } from '../tls/tls.module.js';
import { UsersModule } from '../users/users.module.js';
import { NutDevice } from './nut-device.js';
import { NutModule } from './nut.module.js';
import { NutServer } from './nut-server.js';

export { NutServer };

/** The providers that serve the connections, loaded when the server first listens. */
@Module({
  imports: [
    AuthModule,
    BanksModule,
    GroupsModule,
    NutModule,
    OutletsModule,
    RolesModule,
    SensorsModule,
    TlsModule,
    UsersModule,
  ],
  providers: [NutDevice, NutServer],
})
export class NutServerModule {}
