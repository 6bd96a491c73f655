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
    'fill sets the field of an object, private ones too': 'Use context.access.set',
  },
};

export default mistake;
