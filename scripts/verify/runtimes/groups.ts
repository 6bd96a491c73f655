import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { files as sentThroughFetch } from '../../../framework/fetch/tables.cases.ts';

/** Test files that show one thing about a runtime, as paths below `framework/`. */
export interface Group {
  readonly label: string;
  readonly files: readonly string[];
  /** Modules that run before the tests. */
  readonly preload: readonly string[];
  /** Whether the tests run that `npm test` leaves out because they are slow. */
  readonly withSlow?: boolean;
  /** Whether the tests start programs on the runtime, and run on our own Node themselves. */
  readonly isOutside?: boolean;
  /** Whether only Node has to pass them. */
  readonly isNodeOnly?: boolean;
}

const lifecycle = ['app.test.ts', 'builtins.test.ts', 'protection/graceful-stop.test.ts', 'core/'];
const http = [
  'dispatcher.test.ts',
  'errors-option.test.ts',
  'testing.test.ts',
  'protection/broken-clients.test.ts',
  'platforms/api.test.ts',
  'platforms/web/',
  'dto/',
  'files/',
  'http/',
  'middlewares/',
  'observe/',
  'routing/',
  'streams/',
];

export function groupsIn(framework: string): Group[] {
  const all = readdirSync(framework, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.test.ts') && !/(^|\/)(node_modules|dist|templates)\//.test(name))
    .sort();
  // What needs a browser needs Node.
  const plain = all.filter((file) => !file.endsWith('.browser.test.ts'));
  const within = (names: readonly string[]) => plain.filter((file) => names.some((name) => file.startsWith(name)));
  const named: Group[] = [
    { label: 'startup and shutdown', files: within(lifecycle), preload: [] },
    { label: 'signals', files: ['signals.test.ts'], preload: [], withSlow: true, isOutside: true },
    { label: 'HTTP/1.1', files: within(http), preload: [] },
    { label: 'HTTPS', files: within(['protection/https.test.ts']), preload: [] },
    { label: 'HTTP/2', files: within(['http2/']), preload: [] },
    { label: 'app.fetch', files: within(['fetch/fetch.test.ts']), preload: [] },
    {
      label: 'app.fetch, the tests of HTTP/1.1',
      files: sentThroughFetch,
      preload: [join(framework, 'fetch', 'through-fetch.fixture.ts')],
    },
  ];
  const seen = new Set(named.flatMap(({ files }) => files));
  const rest = all.filter((file) => !seen.has(file));
  return [...named, { label: 'everything else', files: rest, preload: [], isNodeOnly: true }];
}
