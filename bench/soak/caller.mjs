import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { accessToken, PASSWORD, signIn } from '../support.mjs';

/** Requests of the administrator, with an access token unless another authorization is given. */
export class Caller {
  static async admin(port) {
    return new Caller(port, await accessToken(port, await signIn(port)));
  }

  constructor(port, token) {
    this.url = `http://127.0.0.1:${port}`;
    this.token = token;
  }

  async send(method, path, body, authorization = `Bearer ${this.token}`) {
    const answer = await fetch(this.url + path, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  }

  /** 200 for each success, or the status of a refusal with its code. */
  async status(...request) {
    const { status, text } = await this.send(...request);
    return status < 300 ? 200 : `${status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ''}`;
  }

  /** The answer of a request that must succeed. */
  async ask(...request) {
    const { status, text } = await this.send(...request);
    if (status !== 200) throw new Error(`${request[0]} ${request[1]} was answered ${status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  /** Signs in, and out if that succeeded; resolves with the status of the first. */
  async signInAndOut(username, password = PASSWORD) {
    const answer = await fetch(`${this.url}/api/login`, {
      method: 'POST',
      body: JSON.stringify({ username, password }),
    });
    await answer.arrayBuffer();
    const headers = { cookie: `SPID=${answer.headers.get('token')}` };
    if (answer.status === 200) await (await fetch(`${this.url}/api/logout`, { method: 'POST', headers })).arrayBuffer();
    return answer.status;
  }

  /** Makes a user with a token, has something done with it, and deletes the user. */
  async asNewUser(username, path) {
    const { id } = await this.ask('POST', '/api/users', { username, password: PASSWORD, roleId: 1 });
    const { accessToken: token } = await this.ask('POST', `/api/users/${id}/token`);
    await this.send('GET', path, undefined, `Bearer ${token}`);
    return this.status('DELETE', `/api/users/${id}`);
  }

  /** Reads the stream for so many milliseconds, then closes its connection, or breaks it off every third time. */
  readStream(load, time, length, query = '') {
    return new Promise((resolve) => {
      const url = `${this.url.replace('http', 'ws')}/ws${query}`;
      const socket = new WebSocket(url, { perMessageDeflate: time % 2 === 0 });
      void sleep(length).then(() => (time % 3 ? socket.close() : socket.terminate()));
      socket.on('open', () => socket.send(JSON.stringify({ token: this.token })));
      socket.on('message', () => {
        load.count('messages of streams');
        if (!load.isGoing) socket.close();
      });
      socket.on('error', () => undefined);
      socket.on('close', (code) => resolve(code === 1005 || code === 1006 ? 200 : code));
    });
  }
}
