import type { Mistake } from '#check';

export default {
  summary: 'A class without @field accepts every body, and returns an empty object.',
  edits: [
    {
      file: 'framework/validate.ts',
      find: '  const fields = fieldsOf(dto);\n  if (fields === undefined) throw new TypeError(`${dto.name} has no @field, so no body can fit it.`);\n',
      replace: '  const fields = fieldsOf(dto) ?? [];\n',
    },
  ],
  fails: {
    'a class without @field is refused': 'its content is lost',
  },
} satisfies Mistake;
