import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pc from 'picocolors';
import { portFromEnvironment } from '../../framework/hints/port.ts';
import { root } from './chapters.ts';
import { holderOf, isFree } from './ports.ts';

/** One thing that a working workshop needs. */
export interface Diagnosis {
  readonly what: string;
  readonly isWell: boolean;
  /** What was found and, if something is wrong, how to fix it. */
  readonly detail: string;
}

export async function examine(repository = root): Promise<Diagnosis[]> {
  return [nodeVersion(), installed(repository), writable(repository), await freePort()];
}

export function diagnosisView(diagnoses: readonly Diagnosis[]): string {
  const width = Math.max(...diagnoses.map(({ what }) => what.length));
  const lines = diagnoses.map(
    ({ what, isWell, detail }) => `  ${isWell ? pc.green('✓') : pc.red('✗')} ${what.padEnd(width)}  ${detail}`,
  );
  const verdict = diagnoses.every(({ isWell }) => isWell)
    ? 'The workshop is ready.'
    : 'Fix what is marked with ✗, then run npm run doctor again.';
  return ['', ...lines, '', verdict].join('\n');
}

function nodeVersion(version = process.versions.node): Diagnosis {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isWell = major > 20 || (major === 20 && minor >= 11);
  return { what: 'Node', isWell, detail: isWell ? version : `${version} is too old. Install Node 20.11 or later.` };
}

/** A package file that is newer than the installation is the usual reason for "cannot find module". */
function installed(repository: string): Diagnosis {
  const what = 'Packages';
  const lock = join(repository, 'package-lock.json');
  const record = join(repository, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return { what, isWell: false, detail: 'not installed. Run: npm ci' };
  const { packages: wanted } = JSON.parse(readFileSync(lock, 'utf8')) as Lock;
  const { packages: present } = JSON.parse(readFileSync(record, 'utf8')) as Lock;
  const missing = Object.keys(wanted).filter(
    (name) =>
      name.includes('node_modules/') &&
      !wanted[name]!.optional &&
      present[name]?.version !== wanted[name]!.version &&
      !wanted[name]!.link,
  );
  if (missing.length === 0) return { what, isWell: true, detail: 'installed' };
  return { what, isWell: false, detail: `${missing.length} missing or outdated. Run: npm ci` };
}

interface Lock {
  packages: Record<string, { version?: string; optional?: boolean; link?: boolean }>;
}

function writable(repository: string): Diagnosis {
  const what = 'Write access';
  const folder = join(repository, '.workshop');
  try {
    mkdirSync(folder, { recursive: true });
    const probe = join(folder, `probe-${process.pid}`);
    try {
      // An empty file fits on a full disk.
      writeFileSync(probe, Buffer.alloc(65_536));
    } finally {
      rmSync(probe, { force: true });
    }
    return { what, isWell: true, detail: 'yes' };
  } catch (error) {
    const reason = (error as Error).message;
    return {
      what,
      isWell: false,
      detail: /ENOSPC|EDQUOT/.test(reason)
        ? `no: ${reason}. Free some space on this disk.`
        : `no: ${reason}. Give yourself write access to this folder, or clone it elsewhere.`,
    };
  }
}

async function freePort(): Promise<Diagnosis> {
  let port: number;
  try {
    port = portFromEnvironment(3000);
  } catch (error) {
    return { what: 'Port', isWell: false, detail: `${(error as Error).message} Set PORT to one, or unset it.` };
  }
  const what = `Port ${port}`;
  if (await isFree(port)) return { what, isWell: true, detail: 'free' };
  const detail = `taken by ${await holderOf(port)}. Chapters will use the next free one; or set PORT.`;
  return { what, isWell: false, detail };
}
