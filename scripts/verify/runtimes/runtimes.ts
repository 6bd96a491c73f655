import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { install } from '../registry/install.ts';

/** A program that can run the framework, in the version that we test with. */
export interface Runtime {
  readonly name: 'oldest' | 'newest' | 'bun' | 'deno';
  readonly label: string;
  readonly version: string;
  /** The package with the program for this machine. Its scripts aren't run, because some of them download programs. */
  readonly packageName: string;
  /** The program inside of that package. */
  readonly program: string;
  /** The arguments that run a program in TypeScript. */
  readonly runs: string;
  /** The arguments that run one test file, and write its results as JUnit does to `report`. */
  args(file: string, report: string, preload: readonly string[]): string[];
}

const { platform, arch } = process;
const exe = platform === 'win32' ? '.exe' : '';
const windows = platform === 'win32' ? 'windows' : platform;
const libc = platform === 'linux' ? '-glibc' : '';

/** Also runs the tests that start programs on another runtime. */
export const node = {
  packageName: `node-${platform === 'win32' ? 'win' : platform}-${arch}`,
  program: join('bin', `node${exe}`),
  runs: '--import tsx',
  args: (file: string, report: string, preload: readonly string[]) => [
    ...['tsx', ...preload].flatMap((name) => ['--import', name]),
    '--expose-gc',
    '--test-reporter=junit',
    `--test-reporter-destination=${report}`,
    file,
  ],
};

export const runtimes: readonly Runtime[] = [
  { name: 'oldest', label: 'Node, oldest', version: '20.11.0', ...node },
  { name: 'newest', label: 'Node, newest', version: '26.10.0', ...node },
  {
    name: 'bun',
    label: 'Bun',
    version: '1.4.4',
    packageName: `@oven/bun-${windows}-${arch === 'arm64' ? 'aarch64' : arch}`,
    program: join('bin', `bun${exe}`),
    runs: 'run',
    args: (file, report, preload) => [
      'test',
      '--no-install',
      '--timeout=30000',
      ...preload.flatMap((name) => ['--preload', name]),
      '--reporter=junit',
      `--reporter-outfile=${report}`,
      file,
    ],
  },
  {
    name: 'deno',
    label: 'Deno',
    version: '2.9.5',
    packageName: `@deno/${platform}-${arch}${libc}`,
    program: `deno${exe}`,
    runs: 'run --allow-all --no-check --no-lock --cached-only --node-modules-dir=manual',
    args: (file, report, preload) => [
      'test',
      '--allow-all',
      '--no-check',
      '--no-lock',
      '--cached-only',
      '--node-modules-dir=manual',
      '--v8-flags=--expose-gc',
      ...preload.flatMap((name) => ['--preload', name]),
      `--junit-path=${report}`,
      file,
    ],
  },
];

/** The path of the program, which is installed if it isn't there yet. Rejects with the reason if that is impossible. */
export async function programOf(runtime: Runtime, folder: string): Promise<string> {
  const { name, version, packageName } = runtime;
  const own = join(folder, `${name}-${version}`);
  const program = join(own, 'node_modules', 'runtime', runtime.program);
  if (existsSync(program)) return program;
  await install(own, [`runtime@npm:${packageName}@${version}`]);
  if (!existsSync(program)) throw new Error(`${packageName}@${version} doesn't contain ${runtime.program}.`);
  return program;
}
