import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packExtension, VSCE } from '../support/package';
import { projectFolder } from './projectFiles';

const read = (file: string): string => readFileSync(join(projectFolder, file), 'utf8');

/** What goes to people; each line is here for a reason, and a new one has to be written here. */
const PACKED = [
  /^(?:README|CHANGELOG)\.md$/,
  /^LICENSE$/,
  /^package(?:\.nls(?:\.[a-z-]+)?)?\.json$/,
  /^l10n\/bundle\.l10n(?:\.[a-z-]+)?\.json$/,
  /^dist\/[A-Za-z-]+\.cjs$/,
  /^dist\/sql-wasm\.wasm$/,
  /^dist\/web\/extension\.js$/,
  /^dist\/(?:client\.mjs|client\.d\.mts|api\.d\.ts)$/,
  /^dist\/(?:licenses\.txt|sbom\.cdx\.json)$/,
  /^dist\/webview\/[A-Za-z]+(?:-[A-Z0-9]{8})?\.(?:js|css)$/,
  /^media\/(?:icon\.png|plans\.(?:png|svg))$/,
  /^media\/(?:agents\/\w+\.agent\.md|skills\/session-plans\/SKILL\.md)$/,
  /^media\/walkthrough\/\w+\.(?:png|svg|md)$/,
];

describe('the package', function () {
  this.timeout(120_000);

  it('has what people need in it, and nothing else', () => {
    const files = execFileSync(process.execPath, [VSCE, 'ls', '--no-dependencies'], {
      cwd: projectFolder,
    });
    const listed = files.toString().trim().split('\n');
    assert.deepEqual(
      listed.filter((file) => !PACKED.some((pattern) => pattern.test(file))),
      [],
    );
    for (const pattern of PACKED)
      assert.ok(
        listed.some((file) => pattern.test(file)),
        `${pattern}`,
      );
  });

  it('is the same to the byte when it is packed again', () => {
    const [first, second] = [0, 1].map(() =>
      createHash('sha256').update(readFileSync(packExtension())).digest('hex'),
    );
    assert.equal(first, second);
  });

  it('says of every package in it which it is, with its licence', () => {
    const { components } = JSON.parse(read('dist/sbom.cdx.json')) as {
      components: { name: string; version: string; licenses: { license: { id?: string } }[] }[];
    };
    const licences = read('dist/licenses.txt').split(/\n-{72}\n/);
    assert.deepEqual(
      components.map(({ name }) => name),
      licences.map((text) => text.slice(0, text.indexOf('\n'))),
    );
    assert.ok(components.some(({ name }) => name === 'sql.js'));
    for (const { name, licenses } of components)
      assert.match(
        licenses[0]?.license.id ?? '',
        /^(?:MIT|ISC|Apache-2\.0|BSD-[23]-Clause)$/,
        name,
      );
  });

  it('has a bundle for browsers that needs nothing but the editor', () => {
    const { browser } = JSON.parse(read('package.json')) as { browser: string };
    const required = read(browser).matchAll(/\brequire\(\s*["'`]([^"'`]*)/g);
    assert.deepEqual([...new Set([...required].map(([, name]) => name))], ['vscode']);
  });

  it('comes about without scripts of packages: none runs when they are installed', () => {
    assert.match(read('.npmrc'), /^ignore-scripts=true$/m);
  });
});
