import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** The servers that this machine has: a folder with PostgreSQL's programs, and Redis or its fork Valkey. */
export interface Found {
  /** The folder with `postgres`, `initdb` and `createdb`. */
  readonly postgres?: string;
  /** The program itself. */
  readonly redis?: string;
}

/** Searches PATH and the usual folders: Debian and Homebrew don't add PostgreSQL's programs to PATH. */
export function findServices(): Found {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const postgres = [...onPath.flatMap(realFolderOf), ...postgresFolders()].find((folder) =>
    ['postgres', 'initdb', 'createdb'].every((name) => has(folder, name)),
  );
  const redis = [...onPath, ...homebrew('redis'), ...homebrew('valkey'), 'C:\\Program Files\\Redis']
    .flatMap((folder) => [join(folder, program('redis-server')), join(folder, program('valkey-server'))])
    .find((file) => existsSync(file));
  return { ...(postgres && { postgres }), ...(redis && { redis }) };
}

const recipes: Partial<Record<NodeJS.Platform, Record<keyof Found, string>>> = {
  darwin: { postgres: 'brew install postgresql@16', redis: 'brew install redis' },
  win32: {
    postgres: 'winget install PostgreSQL.PostgreSQL.16',
    redis: 'run the workshop inside WSL, and there: sudo apt install redis-server. Redis has no Windows version',
  },
  linux: {
    postgres: 'sudo apt install postgresql (Debian, Ubuntu), sudo dnf install postgresql-server (Fedora)',
    redis: 'sudo apt install redis-server (Debian, Ubuntu), sudo dnf install valkey (Fedora)',
  },
};

/** How to install one that is missing. */
export function howToInstall(service: keyof Found, platform = process.platform): string {
  return (recipes[platform] ?? recipes.linux!)[service];
}

function postgresFolders(): string[] {
  return [
    ...versionsIn('/usr/lib/postgresql').map((folder) => join(folder, 'bin')),
    '/usr/pgsql/bin',
    '/usr/local/pgsql/bin',
    '/Applications/Postgres.app/Contents/Versions/latest/bin',
    ...homebrew('postgresql'),
    ...versionsIn('C:\\Program Files\\PostgreSQL').map((folder) => join(folder, 'bin')),
  ];
}

function homebrew(formula: string): string[] {
  const prefixes = new Set([process.env.HOMEBREW_PREFIX || '/opt/homebrew', '/opt/homebrew', '/usr/local']);
  return [...prefixes].flatMap((prefix) => kegsOf(join(prefix, 'opt'), formula));
}

function kegsOf(opt: string, formula: string): string[] {
  return versionsIn(opt)
    .filter((folder) => folder.startsWith(join(opt, formula)))
    .map((folder) => join(folder, 'bin'));
}

/** The entries of a folder, the highest number first. */
function versionsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const byNumber = (a: string, b: string) => b.localeCompare(a, 'en', { numeric: true });
  return readdirSync(folder)
    .sort(byNumber)
    .map((name) => join(folder, name));
}

/** If `postgres` in this folder is a link, the other programs are next to its target. */
function realFolderOf(folder: string): string[] {
  return has(folder, 'postgres') ? [folder, dirname(realpathSync(join(folder, program('postgres'))))] : [];
}

function has(folder: string, name: string): boolean {
  return existsSync(join(folder, program(name)));
}

function program(name: string): string {
  return process.platform === 'win32' ? `${name}.exe` : name;
}
