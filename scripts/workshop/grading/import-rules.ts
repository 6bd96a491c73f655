/** What tests may import besides their own files, because it tells programs apart only by their behaviour. */
const allowed = new Set([
  ...['node:assert', 'node:assert/strict', 'node:buffer', 'node:crypto', 'node:events', 'node:http', 'node:net'],
  ...[
    'node:querystring',
    'node:stream',
    'node:stream/consumers',
    'node:url',
    'node:util',
    'jsonwebtoken',
    'uuid',
    'zod',
  ],
  // The one file of the program: what the application consists of.
  'app.module.ts',
]);

/** Why tests may not import something, and the cause, on two lines. Undefined if they may. */
export function refusal(name: string): string | undefined {
  if (allowed.has(name) || allowed.has(`node:${name}`)) return undefined;
  if (name === 'import()') {
    return 'A test imports a module whose name is computed.\nimport(…) with a variable. Import modules by their names, at the top of the file.';
  }
  if (/^(node:)?timers/.test(name)) {
    return `A test imports ${name}.\nthe test waits for real time to pass. That is slow, and fails on a busy machine. Await the response that you are waiting for, or move the clock.`;
  }
  if (name === 'main.ts') {
    return `A test imports ${name}.\nimporting main.ts starts the program on its own port. Pass AppModule to start(…), which picks a free port.`;
  }
  if (/\.ts$/.test(name)) {
    return `A test imports ${name}, which is part of the implementation.\nthe test depends on how the program is written. Another correct program has no such file. Import only ../app.module.ts, and send requests.`;
  }
  return `A test imports ${name}.\nthe test looks at something other than the behaviour of the program. Tests may import node:test, node:assert/strict, trellis, trellis/testing, ../app.module.ts and their own files.`;
}
