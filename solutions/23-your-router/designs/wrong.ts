import type { WrongDesign } from '../../../scripts/workshop/variation/define.ts';

export default [
  {
    summary: 'Every route of a shape is compared with the path.',
    of: 'tables-by-shape',
    edits: [
      {
        file: 'framework/router.ts',
        find: 'const route = table.get(keyOf(method, places, segments));',
        replace: 'const route = [...table].find(([key]) => key === keyOf(method, places, segments))?.[1];',
      },
    ],
    fails: ['a request costs the same among 100 routes and among 2,000, whether it finds a route or not', 'one by one'],
  },
  {
    summary: 'The shape with the parameter further left comes first.',
    of: 'tables-by-shape',
    edits: [{ file: 'framework/router.ts', find: 'a.places < b.places', replace: 'a.places > b.places' }],
    fails: ['a literal segment is preferred to a parameter', 'before the literal'],
  },
  {
    summary: 'A reading with a parameter is followed before the one with the literal.',
    of: 'state-machine',
    edits: [
      {
        file: 'framework/router.ts',
        find: '[...readings, [parameter, [...values, segment]]]',
        replace: '[[parameter, [...values, segment]], ...readings]',
      },
    ],
    fails: ['a literal segment is preferred to a parameter', 'before the literal'],
  },
  {
    summary: 'The first wildcard is kept, and not the one with the longest prefix.',
    of: 'state-machine',
    edits: [
      {
        file: 'framework/router.ts',
        find: 'if (route === undefined) continue;',
        replace: 'if (route === undefined || rest) continue;',
      },
    ],
    fails: ['a pattern beats a wildcard, and a long prefix a short one', 'longest prefix'],
  },
  {
    summary: 'A value of a way that led nowhere is kept.',
    of: 'radix-tree',
    edits: [{ file: 'framework/router.ts', find: 'if (!found) values.pop();', replace: '' }],
    fails: ['a literal that leads nowhere does not hide the parameter next to it', 'still among the captured'],
  },
  {
    summary: 'A slash at the end belongs to the path.',
    of: 'radix-tree',
    edits: [{ file: 'framework/router.ts', find: "path.length > 1 && path.endsWith('/')", replace: 'path.length < 1' }],
    fails: ['one slash at the end makes no difference', 'stored under another spelling'],
  },
] satisfies WrongDesign[];
