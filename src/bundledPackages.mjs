// What the bundles are made of besides our own code: the licences that go with it, and the bill of materials.
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Of packages that come without their licence. */
const MIT_NOTICES = { '@redis/client': 'Copyright (c) 2022-2023, Redis, inc.' };

/**
 * The names of the packages of which something went into a bundle, sorted.
 * @type {(inputs: readonly string[]) => string[]}
 */
export function packagesOf(inputs) {
  const names = inputs.map((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]);
  return [...new Set(names)].filter((name) => name !== undefined).sort();
}

/**
 * The licence of each of them.
 * @type {(packages: readonly string[]) => Promise<string>}
 */
export async function licensesOf(packages) {
  const texts = packages.map(async (name) => `${name}\n\n${await licenceOf(name)}`);
  return (await Promise.all(texts)).join(`\n${'-'.repeat(72)}\n`);
}

/**
 * CycloneDX 1.6, as JSON: what each is, in which version, under which licence, and the hash of its archive. The
 * same packages give the same text.
 * @type {(packages: readonly string[]) => Promise<string>}
 */
export async function billOfMaterials(packages) {
  const own = await readJson('package.json');
  const lock = await readJson('package-lock.json');
  const components = packages.map(async (name) => {
    const { version, license } = await readJson(join('node_modules', name, 'package.json'));
    const { integrity = '' } = lock.packages[`node_modules/${name}`] ?? {};
    const [, sum = ''] = /^sha512-(.+)$/.exec(integrity) ?? [];
    if (!sum) throw new Error(`${name} has no hash in package-lock.json.`);
    const content = Buffer.from(sum, 'base64').toString('hex');
    const licenses = licensed(license);
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    const hashes = [{ alg: 'SHA-512', content }];
    return { type: 'library', 'bom-ref': purl, name, version, purl, licenses, hashes };
  });
  const { name, version, license } = own;
  const component = { type: 'application', name, version, licenses: licensed(license) };
  const bill = {
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 },
    ...{ metadata: { component }, components: await Promise.all(components) },
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

function licensed(id) {
  return [{ license: { id } }];
}

async function readJson(file) {
  return JSON.parse(await readFile(file, 'utf8'));
}

/** In a file of its own, at the end of its README, or, with its repository alone, ours with its notice. */
async function licenceOf(name) {
  const folder = join('node_modules', name);
  const files = await readdir(folder);
  const read = (file) => (file ? readFile(join(folder, file), 'utf8') : '');
  const own = await read(files.find((candidate) => /^licen[cs]e/i.test(candidate)));
  if (own) return own;
  const readme = await read(files.find((candidate) => /^readme/i.test(candidate)));
  const [, ending] = readme.split(/^#+ licen[cs]e$/im);
  if (ending?.includes('Permission is hereby granted')) return ending.trimStart();
  const notice = MIT_NOTICES[name];
  if (!notice) throw new Error(`${name} is bundled and has no licence file.`);
  return (await readFile('LICENSE', 'utf8')).replace(/^Copyright .*$/m, notice);
}
