import type { Mistake } from '#check';

export default {
  summary: 'Two DTOs with the same name share the rules of the first one.',
  edits: [
    {
      file: 'framework/validate.ts',
      find: 'new WeakMap<Dto<unknown>, Validator<unknown>>()',
      replace: 'new Map<string, Validator<unknown>>()',
    },
    { file: 'framework/validate.ts', find: 'validators.get(dto)', replace: 'validators.get(dto.name)' },
    {
      file: 'framework/validate.ts',
      find: 'validators.set(dto, validator)',
      replace: 'validators.set(dto.name, validator)',
    },
  ],
  fails: {
    'a DTO is compiled once': 'Use the class itself as the key',
  },
} satisfies Mistake;
