// For the bench: a server that writes 100 KB durably at each call, and does nothing else.
/* eslint-disable @typescript-eslint/no-deprecated -- as our own server is made */
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

const folder = process.argv[2] ?? '.';
const bytes = Buffer.alloc(100 * 1024, 'x');

const server = new Server({ name: 'bare', version: '1' }, { capabilities: { tools: {} } });
server.setRequestHandler('tools/call', () => {
  const temporary = join(folder, 'temporary');
  const file = openSync(temporary, 'w');
  writeSync(file, bytes);
  fsyncSync(file);
  closeSync(file);
  renameSync(temporary, join(folder, 'file'));
  return { content: [{ type: 'text', text: 'done' }] };
});
void server.connect(new StdioServerTransport());
