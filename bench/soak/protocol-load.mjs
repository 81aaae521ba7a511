import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import ModbusRTU from 'modbus-serial';
import snmp from 'net-snmp';
import { Client } from 'ssh2';
import { freePort } from '../measure-start.mjs';
import { PASSWORD } from '../support.mjs';
import { NOBODY, WRONG_EVERY } from './load.mjs';

const HERE = '127.0.0.1/32';
const OUTLET_STATES = '1.3.6.1.4.1.318.1.1.12.3.3.1.1';
const SNMP_USER = 'operator';
/** They are switched off and on again while their clients are at work. */
const SWITCHED = ['nutEnabled', 'modbusEnabled', 'sshEnabled', 'snmpv12Enabled', 'redfishEnabled'];

/**
 * All other protocols on, each with clients that behave, that break off, and that have no right.
 *
 * @param ports those of `servers.mjs`
 */
export async function loadProtocols(load, admin, folder, ports) {
  const port = {};
  for (const name of ['https', 'snmp', 'modbus', 'nut', 'ssh']) port[name] = await freePort();
  const key = join(folder, 'key');
  execFileSync('ssh-keygen', ['-q', '-N', '', '-t', 'ed25519', '-f', key]);
  const sshKey = readFileSync(`${key}.pub`, 'utf8').trim();
  await admin.ask('POST', '/api/users/1/sshKey', { sshKeyName: 'soak', sshKey });
  const secrets = { snmpv3AuthPass: PASSWORD, snmpv3PrivPass: PASSWORD };
  const snmpUser = { snmpv3Access: true, snmpv3Security: 'authPriv', snmpv3User_id: SNMP_USER, ...secrets };
  await admin.ask('PUT', '/api/users/1', snmpUser);
  const settings = [
    { webApiPasswordEnabled: true },
    { webSslEnabled: true, webSslPort: port.https },
    { redfishEnabled: true },
    { snmpPort: port.snmp, snmpv12Enabled: true },
    { modbusAllowedNetworks: HERE, modbusPort: port.modbus, modbusEnabled: true },
    { nutPort: port.nut, nutEnabled: true },
    { sshPort: port.ssh, sshEnabled: true },
    { mqttHost: '127.0.0.1', mqttPort: ports.mqtt, mqttTls: false, mqttUserId: '1', mqttCommandsEnabled: true },
    { mqttEnabled: true },
    { syslogServerIp: `127.0.0.1:${ports.syslog}`, syslogProtocol: 'tcp', enableRemoteEventLogging: true },
    { enableRemoteUserLogging: true },
  ];
  for (const change of settings) await admin.ask('POST', '/api/conf', change);

  load.repeat('TLS', 300, (time) => overTls(port.https, time));
  load.repeat('Redfish', 6000, (time) => redfishSession(port.https, `https://127.0.0.1:${ports.receiver}/`, time));
  load.repeat('SNMPv3', 150, () => walk(port.snmp));
  load.repeat('SNMP with a wrong community', 300, (time) => askAs(port.snmp, `wrong${time}`));
  load.repeat('Modbus', 150, (time) => readRegisters(port.modbus, time));
  load.repeat('NUT', 200, (time) => listVariables(port.nut, time));
  const credential = (time) =>
    time % WRONG_EVERY.ssh
      ? { username: 'admin', privateKey: readFileSync(key) }
      : { username: NOBODY, password: 'wrong' };
  load.repeat('SSH', 500, (time) => overSsh(port.ssh, credential(time), time));
  load.repeat('protocols off and on', 10_000, async (time) => {
    const setting = SWITCHED[time % SWITCHED.length];
    await admin.ask('POST', '/api/conf', { [setting]: false });
    await sleep(1500);
    return admin.status('POST', '/api/conf', { [setting]: true });
  });
}

const untilClosed = (socket, resolve) =>
  socket
    .on('data', () => undefined)
    .on('error', () => undefined)
    .on('close', () => resolve(200));

/** A request over HTTPS, or a handshake that is broken off. */
function overTls(port, time) {
  return new Promise((resolve) => {
    if (time % 2) {
      const socket = connect(port, '127.0.0.1', () => socket.write('\x16\x03\x01'));
      untilClosed(socket, resolve);
      setTimeout(() => socket.resetAndDestroy(), 50);
      return;
    }
    const options = { port, host: '127.0.0.1', rejectUnauthorized: false };
    const socket = connectTls(options, () => socket.write('GET /health HTTP/1.1\r\nhost: pdu\r\n\r\n'));
    untilClosed(socket, resolve).on('data', () => socket.end());
  });
}

/** A session that reads outlets, subscribes to events, and in every fourth round listens to them. */
async function redfishSession(port, destination, time) {
  const v1 = '/redfish/v1';
  const body = { UserName: 'admin', Password: PASSWORD };
  const session = await sendOverTls(port, 'POST', `${v1}/SessionService/Sessions`, { body });
  const token = session.headers['x-auth-token'];
  if (!token) return session.statusCode;
  for (const path of ['Outlets', 'Outlets/1']) {
    await sendOverTls(port, 'GET', `${v1}/PowerEquipment/RackPDUs/1/${path}`, { token });
  }
  const subscription = { Destination: destination, Protocol: 'Redfish', Context: 'soak' };
  const made = await sendOverTls(port, 'POST', `${v1}/EventService/Subscriptions`, { token, body: subscription });
  if (time % 4 === 0) await sendOverTls(port, 'GET', `${v1}/EventService/SSE`, { token, breaksOff: true });
  for (const { location } of [made.headers, session.headers]) {
    if (location) await sendOverTls(port, 'DELETE', location, { token });
  }
  return made.statusCode === 201 ? 200 : made.statusCode;
}

/** Resolves with the answer once it has ended, or after half a second of it if it `breaksOff`. */
function sendOverTls(port, method, path, { body, token, breaksOff = false }) {
  const headers = { 'content-type': 'application/json', ...(token && { 'x-auth-token': token }) };
  const options = { port, host: '127.0.0.1', method, path, headers, rejectUnauthorized: false };
  return new Promise((resolve, reject) => {
    const sent = request(options, (answer) => {
      answer
        .on('error', () => undefined)
        .on('close', () => resolve(answer))
        .resume();
      if (breaksOff) setTimeout(() => sent.destroy(), 500);
    });
    sent.on('error', reject).end(body && JSON.stringify(body));
  });
}

function walk(port) {
  const secrets = { authKey: PASSWORD, privKey: PASSWORD };
  const kinds = { authProtocol: snmp.AuthProtocols.sha, privProtocol: snmp.PrivProtocols.aes };
  const user = { name: SNMP_USER, level: snmp.SecurityLevel.authPriv, ...kinds, ...secrets };
  const session = snmp.createV3Session('127.0.0.1', user, { port, timeout: 2000, retries: 0 });
  session.on('error', () => undefined);
  return new Promise((resolve) => {
    session.subtree(
      OUTLET_STATES,
      20,
      () => undefined,
      (error) => {
        session.close();
        resolve(error ? error.name : 200);
      },
    );
  });
}

function askAs(port, community) {
  const session = snmp.createSession('127.0.0.1', community, { port, timeout: 500, retries: 0 });
  session.on('error', () => undefined);
  return new Promise((resolve) => {
    session.get(['1.3.6.1.2.1.1.1.0'], (error) => {
      session.close();
      resolve(error ? 200 : 'answered');
    });
  });
}

async function readRegisters(port, time) {
  const client = new ModbusRTU();
  client.on('error', () => undefined);
  await client.connectTCP('127.0.0.1', { port });
  client.setID(1);
  client.setTimeout(3000);
  try {
    await client.readHoldingRegisters(0, 20);
  } finally {
    if (time % 3 === 0) client.destroy(() => undefined);
    else client.close(() => undefined);
  }
}

/** The session of a monitoring client, of one that is no user, and of one that breaks off. */
function listVariables(port, time) {
  const lines = [
    `USERNAME ${time % WRONG_EVERY.nut ? 'admin' : NOBODY}`,
    `PASSWORD ${PASSWORD}`,
    'LIST UPS',
    'LIST VAR pdu',
    'LOGOUT',
    '',
  ];
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(lines.join('\n')));
    untilClosed(socket, resolve);
    setTimeout(() => (time % 5 ? socket.end() : socket.resetAndDestroy()), 300);
  });
}

/** A command, or a shell that is left. */
function overSsh(port, credential, time) {
  return new Promise((resolve) => {
    const client = new Client();
    const opened = (error, channel) => {
      if (error) return client.end();
      channel.resume().on('close', () => client.end());
      channel.stderr.resume();
      if (time % 3 === 0) channel.write('status\n');
      if (time % 6 === 0) client.destroy();
      else if (time % 3 === 0) channel.end('exit\n');
    };
    client.on('ready', () => (time % 3 ? client.exec('olStatus all', opened) : client.shell(opened)));
    client.on('error', () => undefined).on('close', () => resolve(200));
    client.connect({ port, host: '127.0.0.1', readyTimeout: 8000, ...credential });
  });
}
