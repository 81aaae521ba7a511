import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** The reference of all ratios: bare node:http that stringifies the same outlets for each request. */
const outlets = JSON.parse(readFileSync(process.env.BENCH_OUTLETS, 'utf8'));
const server = createServer((_, response) => {
  const body = Buffer.from(JSON.stringify(outlets));
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', body.length);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => console.log(`ready ${server.address().port}`));
