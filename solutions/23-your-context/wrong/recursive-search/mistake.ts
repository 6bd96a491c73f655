import type { Mistake } from '#check';

export default {
  summary: 'The search for __proto__ calls itself.',
  edits: [
    {
      file: 'framework/body.ts',
      find: "  const waiting = [value];\n  while (waiting.length > 0) {\n    const next = waiting.pop();\n    if (typeof next !== 'object' || next === null) continue;\n    if (Object.hasOwn(next, '__proto__')) return true;\n    for (const inner of Object.values(next)) waiting.push(inner);\n  }\n  return false;",
      replace:
        "  if (typeof value !== 'object' || value === null) return false;\n  return Object.hasOwn(value, '__proto__') || Object.values(value).some(namesPrototype);",
    },
  ],
  fails: {
    'a body that is not JSON, or names a prototype, is 400 Invalid request': 'calls itself',
  },
} satisfies Mistake;
