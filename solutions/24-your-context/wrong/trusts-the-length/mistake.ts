import type { Mistake } from '#check';

export default {
  summary: 'Only the Content-Length header is compared with the limit.',
  edits: [
    {
      file: 'framework/body.ts',
      find: '      if (size <= limit) return void chunks.push(chunk);\n      chunks = [];\n      reject(new HttpError(413));\n',
      replace: '      chunks.push(chunk);\n',
    },
    { file: 'framework/body.ts', find: '      if (size > limit) return;\n', replace: '' },
    { file: 'framework/body.ts', find: 'let chunks', replace: 'const chunks' },
  ],
  fails: {
    'the attack "oversized" is blocked': 'succeeded',
    'a body of exactly the limit is read, one byte more is 413': 'Content-Length',
    'what was collected is released after a 413': 'does not count the bytes',
  },
} satisfies Mistake;
