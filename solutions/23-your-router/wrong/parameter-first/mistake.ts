import type { Mistake } from '#check';

export default {
  summary: 'The parameter is tried before the literal.',
  edits: [
    {
      file: 'framework/tree.ts',
      find: "  const literal = node.literals.get(segment);\n  const found = literal && findBelow(literal, end + 1, search);\n  if (found !== undefined || node.parameter === undefined || segment === '') return found;\n  captured.push(segment);\n  const other = findBelow(node.parameter, end + 1, search);\n  // This way led nowhere, so the way that is tried next must not see its parameter.\n  if (other === undefined) captured.pop();\n  return other;",
      replace:
        "  if (node.parameter !== undefined && segment !== '') {\n    captured.push(segment);\n    const other = findBelow(node.parameter, end + 1, search);\n    if (other !== undefined) return other;\n    captured.pop();\n  }\n  const literal = node.literals.get(segment);\n  return literal && findBelow(literal, end + 1, search);",
    },
  ],
  fails: {
    'a literal segment is preferred to a parameter': 'before the literal',
  },
} satisfies Mistake;
