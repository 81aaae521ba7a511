/** The Modbus unit of a controller behind a port without a limit of requests, for what the server itself can do. */
import { createServer } from 'node:net';
import { LazyModuleLoader } from '@nestjs/core';
import { createApp } from '../../dist/app.js';
import { SystemClock } from '../../dist/common/clock.js';
import { readConfig } from '../../dist/config/runtime-config.js';
import { prepareDataFolder } from '../../dist/database/data-folder.js';
import { PduDriver } from '../../dist/hardware/pdu.driver.js';
import { ModbusSession } from '../../dist/modbus/modbus-session.js';
import { ModbusUnit, ModbusUnitModule } from '../../dist/modbus/modbus-unit.module.js';
import { readAccess } from '../../dist/protocols/role-caller.js';
import { TcpConnection } from '../../dist/protocols/tcp-connection.js';
import { PASSWORD } from '../support.mjs';

const config = readConfig({
  RACKFEED_DATA_DIR: process.env.BENCH_DATA,
  RACKFEED_MODEL: process.env.BENCH_PROFILE,
  RACKFEED_ADMIN_PASSWORD: PASSWORD,
});
prepareDataFolder(config.dataDir);
const app = await createApp(config);
await app.listen(0, '127.0.0.1');
const unit = (await app.get(LazyModuleLoader).load(() => ModbusUnitModule)).get(ModbusUnit);
const client = { access: readAccess(app.get(PduDriver).model), writer: undefined };
const clock = new SystemClock();
const server = createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => undefined);
  new ModbusSession(new TcpConnection(socket, '127.0.0.1', clock), {
    answer: (frame) => unit.answer(frame, client),
    onMalformed: () => undefined,
    requestsPerSecond: 1e9,
  });
});
server.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
