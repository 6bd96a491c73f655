/** The output of a program that didn't start, without the stack frames of Node and the tools. */
export function startupOutput(output: string): string {
  // Newer versions of Node show the place of a top-level await, but the one they find is in our own entry point.
  const own = output.replace(/^Warning: Detected unsettled top-level await at\s+\S*waiting\.mjs[\s\S]*/m, '');
  const lines = own.split('\n').filter((line) => !isNoise(line));
  const text = lines.join('\n').trim();
  // The head: it has the message, and what follows is its causes and their stacks.
  return text.length > 1_500 ? `${text.slice(0, 1_500)} …` : text;
}

/** What a program said last, when it ended in the middle of its work: what it has logged until then explains nothing. */
export function crashOutput(output: string): string {
  const lines = output.split('\n');
  return (
    startupOutput(lines.slice(lines.findLastIndex((line) => line.startsWith('{"')) + 1).join('\n')) ||
    startupOutput(output)
  );
}

/** What keeps a program from listening although nothing has crashed. */
const causes: Record<string, string> = {
  blocked:
    'a loop that never ends, such as `while (true)`, in code that runs while the program starts: at the top level of a file, in a constructor, or in onStart().',
  waiting:
    'a promise that never settles: an `await` at the top level of a file, or in onStart(). Or main.ts never calls listen().',
  unsettled:
    'a promise that never settles: an `await` at the top level of a file, or in onStart(), for something that never happens.',
};

/** The usual reasons, each with its repair. `reason` is why the program never listened, if that is known. */
export function startupCause(output: string, reason?: string): string {
  const known = causes[reason ?? ''];
  if (known !== undefined) return known;
  const missing = /Cannot find (?:module|package) '([^']+)'/.exec(output);
  if (missing) return `an import names a file that is not there. Imports of your own files end in .ts.`;
  if (/TransformError|SyntaxError|error: /.test(output))
    return 'a syntax error. The output above shows the file and the line.';
  if (/does not provide an export named/.test(output))
    return 'an import asks for a name that the file does not export.';
  if (/is not defined/.test(output))
    return 'a name is used that is neither imported nor declared. `import type` does not count: it is removed before the program runs.';
  if (
    / → |declare|match the same requests|^(Type)?Error: (GET|POST|PUT|PATCH|DELETE|resource\(|\w+ (imports|exports)) /m.test(
      output,
    )
  ) {
    return 'the framework checked the application and refused it: the message says what to change.';
  }
  return 'an error while main.ts runs: its output says what and where.';
}

function isNoise(line: string): boolean {
  return /^\s+at .*(node:|node_modules)/.test(line) || /^Node\.js v/.test(line) || /^\s*$/.test(line);
}
