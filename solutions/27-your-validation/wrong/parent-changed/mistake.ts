import type { Mistake } from '#check';

export default {
  summary: 'The map of the parent class is changed.',
  edits: [
    {
      file: 'framework/field.ts',
      find: '    context.metadata[fields] = new Map(context.metadata[fields] as Fields | undefined).set(name, rules);',
      replace:
        '    context.metadata[fields] ??= new Map();\n    (context.metadata[fields] as Map<string, FieldRules>).set(name, rules);',
    },
  ],
  fails: {
    'a DTO has the properties of its parent and its own, and adds none to the parent':
      'field changes the map of the parent class',
  },
} satisfies Mistake;
