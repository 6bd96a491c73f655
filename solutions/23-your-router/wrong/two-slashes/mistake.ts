import type { Mistake } from '#check';

export default {
  summary: 'The paths of a group and a child are put together as they are.',
  edits: [
    {
      file: 'framework/path.ts',
      find: "  const rest = path === '' || path.startsWith('/') ? path : `/${path}`;\n  return prefix.replace(/\\/$/, '') + rest || '/';",
      replace: '  return prefix + path;',
    },
  ],
  fails: {
    'the path of a child is the path of its group followed by its own': 'exactly one slash',
  },
} satisfies Mistake;
