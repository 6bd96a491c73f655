import type { Mistake } from '#check';

const mistake: Mistake = {
  summary: 'Fields are filled by their name.',
  edits: [
    {
      file: 'framework/inject.ts',
      find: 'context.access.set(owner as This, value);',
      replace: 'Object.assign(owner, { [field]: value });',
    },
  ],
  fails: {
    'the fields of an object can be set, private ones too': 'Use context.access.set',
  },
};

export default mistake;
