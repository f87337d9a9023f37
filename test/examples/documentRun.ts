import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { projectFolder } from '../architecture/projectFiles';
import { parseCommandLine } from '../../src/server/commandLine';
import { callTool, introduced, NO_HOST, writePlan } from '../server/mcpBench';
import { SERVER, ServerProcess } from '../server/serverProcess';
import type { Sample } from './documentSamples';
import { outputPattern, Programs } from './sampleOutput';

const { scripts, repository } = JSON.parse(
  readFileSync(join(projectFolder, 'package.json'), 'utf8'),
) as { scripts: Record<string, string>; repository: { url: string } };
/** The address that documents have; here a free port is taken. */
const DOCUMENTED = 'http://127.0.0.1:4321';
const PROGRAM = 'session-plans';

/** Does what the samples of a document say, one after the other, as a person would who reads it. */
export class DocumentRun {
  readonly #folder = mkdtempSync(join(tmpdir(), 'session-plans-document-'));
  readonly #running: ServerProcess[] = [];
  readonly #env = { ...NO_HOST, ...homeIn(this.#folder) };
  #listening = DOCUMENTED;
  /** What the sample before this one has said. */
  #said = '';
  readonly #programs = new Programs();
  #stdio: ServerProcess | undefined;
  #released: Promise<void> | undefined;

  constructor() {
    symlinkSync(projectFolder, this.#inFolder('node_modules', PROGRAM), 'junction');
  }

  /** There is a plan that documents call `release`. */
  async #planRelease(): Promise<void> {
    const agent = await introduced(this.#start(['--mcp', '--session', 'release']), 'reader');
    assert.equal((await writePlan(agent, 0)).isError, false);
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#running.splice(0).map((server) => server.dispose()));
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async follow(sample: Sample): Promise<void> {
    const { language, file, text } = sample;
    if (file !== undefined) return this.#keep(file, text);
    switch (language) {
      case 'sh':
        this.#said = '';
        for (const line of text.trim().split('\n')) this.#said += await this.#command(line);
        return;
      case 'js':
        await this.#javaScript(text);
        return;
      case 'jsonl':
        for (const line of text.trim().split('\n')) await this.#request(line);
        return;
      case 'text':
        assert.match(this.#said, outputPattern(text));
        return;
      default:
        assert.fail(`Nobody tries what is in ${language || 'no language'}.`);
    }
  }

  #inFolder(...names: readonly string[]): string {
    const path = join(this.#folder, ...names);
    mkdirSync(dirname(path), { recursive: true });
    return path;
  }

  /** Files are tried by the commands that take them, but that one is for agents. */
  async #keep(file: string, text: string): Promise<void> {
    writeFileSync(this.#inFolder(file), text);
    if (file !== 'mcp.json') return;
    const { mcpServers } = JSON.parse(text) as {
      mcpServers: Record<string, { command: string; args: string[] }>;
    };
    for (const { command, args } of Object.values(mcpServers)) {
      assert.equal(command, PROGRAM);
      const agent = await introduced(this.#start(args), 'agent');
      assert.equal((await callTool(agent, 'read_plan')).isError, false);
    }
  }

  /** Resolves to what it wrote. */
  async #command(line: string): Promise<string> {
    const [, assigned = '', rest = ''] = /^((?:[A-Z_]+=\S+ )*)(.*)$/.exec(line) ?? [];
    const env = Object.fromEntries(
      assigned
        .trim()
        .split(' ')
        .filter(Boolean)
        .map((one) => one.split('=')),
    ) as Record<string, string>;
    const [program = '', ...args] = rest.split(' ');
    if (program === PROGRAM) return this.#server(args);
    if (program === 'node' && args[0] === 'dist/server.cjs') return this.#server(args.slice(1));
    if (program === 'node') return this.#script(args, env);
    if (program === 'chmod') chmodSync(this.#inFolder(args[1] ?? ''), parseInt(args[0] ?? '', 8));
    else if (program === 'npm') {
      const name = args[0] === 'run' ? args[1] : args[0];
      assert.ok(name !== undefined && Object.hasOwn(scripts, name), `no script ${String(name)}`);
    } else if (program === 'git') assert.deepEqual(args, ['clone', repository.url]);
    else if (program === 'cd') assert.ok(repository.url.endsWith(`/${String(args[0])}`));
    else assert.fail(`Nobody tries ${program}.`);
    return '';
  }

  #start(args: readonly string[]): ServerProcess {
    const server = new ServerProcess(args, this.#env, SERVER, process.execPath, this.#folder);
    this.#running.push(server);
    return server;
  }

  async #server(given: readonly string[]): Promise<string> {
    await (this.#released ??= this.#planRelease());
    const { kind } = parseCommandLine(given);
    const server = this.#start(given.map((arg) => arg.replace(/^(127\.0\.0\.1):4321$/, '$1:0')));
    if (kind === 'http') {
      const [line] = (await Promise.race([
        once(server.child.stdout, 'data'),
        server.ended.then(({ stderr }) => assert.fail(stderr)),
      ])) as [Buffer];
      this.#listening = (JSON.parse(String(line)) as { listening: string }).listening;
      return String(line).replace(this.#listening, DOCUMENTED);
    }
    if (kind === 'mcp') {
      const agent = await introduced(server, 'agent');
      const { isError } = await callTool(agent, 'read_plan');
      assert.equal(isError, false);
      return '';
    }
    if (kind === 'stdio') {
      const { coworkers } = await server.result<{ coworkers: { id: string }[] }>('initialize');
      // Each can be asked for a session that plans.
      for (const { id } of given.includes('--coworkers') ? coworkers : [])
        assert.ok('plan' in (await server.result('session/create', { coworker: id })));
      this.#stdio = server;
      return '';
    }
    server.child.stdin.end();
    const { code, stdout, stderr } = await server.ended;
    assert.deepEqual([code, stderr], [0, '']);
    return stdout;
  }

  /** One line of JSON-RPC; what could not be known when the page was written is put in. */
  async #request(line: string): Promise<void> {
    assert.ok(this.#stdio, 'no server was started');
    const known = this.#stdio.heard.map(({ result }) => result);
    const textOf = (name: string) =>
      known.map((result) => result?.[name]).findLast((value) => typeof value === 'string') ?? '';
    const { method, params } = JSON.parse(
      line
        .replace('"srv:…"', JSON.stringify(textOf('sessionId')))
        .replace('"…"', JSON.stringify(textOf('turnId'))),
    ) as { method: string; params: unknown };
    const result = await this.#stdio.result(method, params);
    assert.notEqual(result['isError'], true);
  }

  async #javaScript(sample: string): Promise<void> {
    const { text, before } = this.#programs.with(sample);
    const file = this.#inFolder('program.mjs');
    writeFileSync(
      file,
      text
        .replaceAll(DOCUMENTED, this.#listening)
        .replaceAll(
          `command: '${PROGRAM}', args: [`,
          `command: process.execPath, args: [${JSON.stringify(SERVER)}, `,
        ),
    );
    const output = await this.#script([file], {});
    assert.ok(output.startsWith(before));
    this.#programs.said(output);
    this.#said = output.slice(before.length);
  }

  /** To its end, or until it says where it serves. */
  async #script(args: readonly string[], env: Record<string, string>): Promise<string> {
    const [name = '', ...given] = args;
    const real = given.map((arg) => arg.replace(DOCUMENTED, this.#listening));
    const child = spawn(process.execPath, [resolve(projectFolder, name), ...real], {
      env: { ...process.env, ...this.#env, ...env },
      cwd: this.#folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    const ended = once(child, 'close');
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    for await (const text of child.stdout.setEncoding('utf8')) {
      stdout += String(text);
      const [address] = /^http:\S+/.exec(stdout) ?? [];
      if (address === undefined) continue;
      assert.equal((await fetch(address)).status, 200);
      child.kill();
      return stdout;
    }
    const [code] = (await ended) as [number | null];
    assert.deepEqual([code, stderr], [0, '']);
    return stdout;
  }
}

/** Where all that belongs to a person is in this folder. */
function homeIn(folder: string): Record<string, string> {
  return {
    ...{ HOME: folder, USERPROFILE: folder, LOCALAPPDATA: folder },
    ...{ XDG_DATA_HOME: join(folder, 'data'), XDG_CACHE_HOME: join(folder, 'cache') },
  };
}
