// A page that shows a plan live: `node follow.mjs URL SESSION [PORT]`, with the token in SESSION_PLANS_TOKEN.
// This process holds the token; the page, and whatever else runs in the browser, never sees it, nor the server.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connectHttp } from 'session-plans/client';

const [, , url, sessionId, port = '0'] = process.argv;
const client = connectHttp({ url, token: process.env.SESSION_PLANS_TOKEN ?? '' });
const pages = new Set();
let shown = JSON.stringify({ plan: null });
const { title } = await client.snapshot(sessionId);

const files = new Map([
  ['/', ['text/html', await readFile(new URL('page.html', import.meta.url))]],
  ['/page.js', ['text/javascript', await readFile(new URL('page.js', import.meta.url))]],
]);
const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

const server = createServer((request, response) => {
  // A name that somebody made lead here is not ours.
  if (request.headers.host !== `127.0.0.1:${server.address().port}` || request.method !== 'GET') {
    response.writeHead(403).end();
    return;
  }
  if (request.url === '/plan') {
    response.writeHead(200, { ...headers, 'content-type': 'text/event-stream' });
    response.write(`data: ${shown}\n\n`);
    pages.add(response);
    response.on('close', () => pages.delete(response));
    return;
  }
  const [type, body] = files.get(request.url) ?? [];
  if (!body) response.writeHead(404).end();
  else response.writeHead(200, { ...headers, 'content-type': `${type}; charset=utf-8` }).end(body);
});

const subscription = client.subscribe(sessionId, ({ plan }) => {
  shown = JSON.stringify({ title, plan });
  for (const page of pages) page.write(`data: ${shown}\n\n`);
});
subscription.ended.catch((error) => {
  console.error(error.message);
  process.exit(1);
});
server.listen(Number(port), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/`);
});
