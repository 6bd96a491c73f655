import type { Mistake } from '#check';

const mistake: Mistake = {
  summary: 'A unit is built for everyone who needs it.',
  edits: [
    {
      file: 'framework/container.ts',
      find: '    if (existing !== undefined) return existing;',
      replace: '    if (existing !== undefined && needsNothing(unit)) return existing;',
    },
    {
      file: 'framework/container.ts',
      find: '/** Hooks that a service may define. */',
      replace: 'const needsNothing = (unit: Unit) => unit.needs.length > 0;\n\n/** Hooks that a service may define. */',
    },
  ],
  fails: {
    'every class is built once, and everyone gets the same instance': 'builds a unit again',
    'built-in services are created on demand': 'Log',
  },
};

export default mistake;
