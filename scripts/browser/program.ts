import { boot } from './boot.ts';
import './packages/modules.ts';
import { onIdle } from './machine/handles.ts';
import { importModule } from './modules/loader.ts';
import process, { crash } from './node/process.ts';
import { pathToFileURL } from './node/url.ts';
import { loadPackages } from './packages/late.ts';

/* Every worker but the first: a program that the workshop starts, or a thread that a program starts. */

await loadPackages(boot.late);
let isLoaded = false;
const run =
  boot.kind === 'thread'
    ? importModule(boot.argv[0]!.startsWith('data:') ? boot.argv[0]! : pathToFileURL(boot.argv[0]!))
    : // @ts-expect-error: plain JavaScript, without types.
      import('../workshop/run/waiting.mjs');
run.then(
  () => {
    isLoaded = true;
  },
  (error: unknown) => crash(error),
);
// A thread waits for messages; a program ends when nothing can happen in it any more.
if (boot.kind === 'program')
  onIdle(() => {
    if (!isLoaded) process.stderr.write('Warning: Detected unsettled top-level await\n');
    process.exit(isLoaded ? process.exitCode : 13);
  });
