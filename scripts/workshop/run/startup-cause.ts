import { root } from '../chapters.ts';
import { syntaxErrorIn } from '../code-frame.ts';

/** The output of a program that did not start, without the stack frames of Node and the tools. */
export function startupOutput(output: string): string {
  const frame = syntaxErrorIn(output);
  if (frame !== undefined) return frame;
  // Newer versions of Node show the place of a top-level await, but the one they find is in our own entry point.
  const own = output.replace(/^Warning: Detected unsettled top-level await at\s+\S*waiting\.mjs[\s\S]*/m, '');
  const lines = relativePaths(own)
    .split('\n')
    .filter((line) => !isNoise(line));
  const text = lines.join('\n').trim();
  // The head: it has the message, and what follows is its causes and their stacks.
  return text.length > 1_500 ? `${text.slice(0, 1_500)} …` : text;
}

/** `chapters/01-hello-route/src/main.ts` is easier to read than an absolute path. */
export function relativePaths(output: string): string {
  return output.replaceAll(`file://${root}`, root).replaceAll(`${root}/`, '').replaceAll(`${root}\\`, '');
}

/** What a program said last, when it ended in the middle of its work: what it had logged before explains nothing. */
export function crashOutput(output: string): string {
  const lines = output.split('\n');
  return (
    startupOutput(lines.slice(lines.findLastIndex((line) => line.startsWith('{"')) + 1).join('\n')) ||
    startupOutput(output)
  );
}

/** What keeps a program from listening although nothing has crashed. */
const causes: Record<string, string> = {
  ended: 'main.ts never calls listen(), or something calls process.exit().',
  blocked:
    'a loop that never ends, such as `while (true)`, in code that runs while the program starts: at the top level of a file, in a constructor, or in onStart().',
  waiting:
    'a promise that never settles: an `await` at the top level of a file, or in onStart(). Or main.ts never calls listen().',
  unsettled:
    'a promise that never settles: an `await` at the top level of a file, or in onStart(), for something that never happens.',
};

/**
 * The usual reasons, each with its repair. `reason` is why the program never listened, if that is known. Undefined if the
 * error message says it all, as those of the framework do.
 */
export function startupCause(output: string, reason?: string): string | undefined {
  const known = causes[reason ?? ''];
  if (known !== undefined) return known;
  const missing = /Cannot find (module|package) '([^']+)'/.exec(output);
  if (missing?.[1] === 'package') return `an import names the package "${missing[2]}", which is not installed.`;
  if (missing) return missingFile(missing[2]!);
  if (/Directory import '/.test(output))
    return 'an import names a folder. Name the file in it, such as ./posts/posts.module.ts.';
  // The first bytes of a UTF-16 file, which are not valid in UTF-8.
  if (/^> 1 │ \uFFFD\uFFFD/m.test(startupOutput(output)))
    return 'the file is not saved as UTF-8. Older versions of PowerShell write UTF-16 with `>`. Save it as UTF-8 in your editor.';
  if (/does not provide an export named/.test(output))
    return 'an import asks for a name that the file does not export.';
  if (/The program doesn't compile:|SyntaxError: (?!.* in JSON)/.test(output))
    return 'a syntax error. The parser stopped at the marked place; the mistake is often at the end of the line before it.';
  if (/is not defined/.test(output))
    return 'the code uses a name that is neither imported nor declared. `import type` does not count: it is removed before the program runs.';
  return undefined;
}

/** A misspelled import, or a file that was deleted by accident. */
function missingFile(path: string): string {
  const chapter = /[\\/]chapters[\\/](\d\d)-[^\\/]+[\\/]src[\\/]/.exec(path)?.[1];
  if (chapter !== undefined && /[\\/]src[\\/]main\.ts$/.test(path))
    return `main.ts is missing. npm run reset ${chapter} brings the starter back (your work is saved first).`;
  const misspelled = 'an import names a file that does not exist. Imports of your own files end in .ts.';
  if (chapter === undefined) return misspelled;
  return `${misspelled} If you have deleted it, npm run reset ${chapter} brings the starter back (your work is saved first).`;
}

function isNoise(line: string): boolean {
  return (
    /^\s+at .*(node:|node_modules|scripts[\\/]workshop[\\/]run[\\/])/.test(line) ||
    /^(node:internal\/|Node\.js v|\s+triggerUncaughtException\(|\s*\^?$|}$)/.test(line) ||
    /^ {2}(code|url): '/.test(line)
  );
}
