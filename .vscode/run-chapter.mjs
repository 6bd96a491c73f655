// Starts the program that an open file belongs to: chapters/NN-slug/src/main.ts, or the same below solutions/.
// VS Code can pass the path of the file, but not the chapter that contains it.
import { randomBytes } from 'node:crypto';
import { pathToFileURL } from 'node:url';

const file = process.argv[2] ?? '';
const chapter = /^.*[\\/](?:chapters|solutions)[\\/]\d\d-[^\\/]+(?=[\\/])/.exec(file)?.[0];

if (chapter === undefined) {
  console.error(`${file || 'No file'} is not in a chapter. Open a file below chapters/ or solutions/ and start again.`);
  process.exitCode = 1;
} else {
  // As `npm run chapter` does: without a secret every token would be invalid.
  process.env.JWT_SECRET ||= randomBytes(32).toString('base64url');
  await import(pathToFileURL(`${chapter}/src/main.ts`).href);
}
