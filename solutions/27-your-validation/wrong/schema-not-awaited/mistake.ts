import type { Mistake } from '#check';

export default {
  summary: 'The promise of a schema is taken for its result.',
  edits: [
    {
      file: 'framework/validate.ts',
      find: '  return isPromise(result) ? result.then(toResult) : toResult(result);',
      replace: '  return toResult(result as SchemaResult<T>);',
    },
  ],
  fails: {
    'validate returns a promise only if the schema does': 'the promise of the schema is taken for its result',
    'validate accepts a zod schema, and bind accepts any schema': 'bind does not wait for the schema',
  },
} satisfies Mistake;
