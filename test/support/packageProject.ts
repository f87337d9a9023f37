import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from '../architecture/projectFiles';

const run = promisify(execFile);
const TSC = join(projectFolder, 'node_modules', 'typescript7', 'bin', 'tsc');

const OPTIONS = {
  ...{ strict: true, noEmit: true, module: 'node16', target: 'es2022', lib: ['es2023'] },
  ...{ exactOptionalPropertyTypes: true, skipLibCheck: false },
};

/** Projects of somebody who has the types of the package, those of Node and the editor, and nothing else. */
export class PackageProject {
  readonly #folder = mkdtempSync(join(tmpdir(), 'session-plans-types-'));

  private constructor() {
    const installed = join(this.#folder, 'node_modules', 'session-plans');
    mkdirSync(join(installed, 'dist'), { recursive: true });
    cpSync(join(projectFolder, 'package.json'), join(installed, 'package.json'));
    mkdirSync(join(this.#folder, 'node_modules', '@types'));
    for (const name of ['vscode', 'node']) {
      const types = join('node_modules', '@types', name);
      symlinkSync(join(projectFolder, types), join(this.#folder, types), 'junction');
    }
  }

  static async create(): Promise<PackageProject> {
    const project = new PackageProject();
    const { apiDeclarations, clientDeclarations } =
      await import('../../src/client/publicTypes.mjs');
    const dist = join(project.#folder, 'node_modules', 'session-plans', 'dist');
    writeFileSync(join(dist, 'api.d.ts'), apiDeclarations());
    writeFileSync(join(dist, 'client.d.mts'), clientDeclarations());
    return project;
  }

  /** What the compiler says of these files, in a project of their own. */
  async compiled(
    name: string,
    files: Readonly<Record<string, string>>,
    options: object,
  ): Promise<string> {
    const project = join(this.#folder, name);
    mkdirSync(project);
    for (const [file, text] of Object.entries(files)) writeFileSync(join(project, file), text);
    const compilerOptions = { ...OPTIONS, ...options };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    const ended = await run(process.execPath, [TSC, '-p', project]).catch(
      (error: unknown) => error as { stdout: string },
    );
    return ended.stdout;
  }

  dispose(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
