// Runs compiled test files one after another in this process. `stop-at-failure.mjs` ends it with the first failure.
import { after, describe } from 'node:test';
import { pathToFileURL } from 'node:url';

for (const file of process.argv.slice(2)) {
  await new Promise((resolve) => {
    describe(file, async () => {
      after(resolve);
      await import(pathToFileURL(file).href);
    });
  });
}
