import type { Mistake } from '#check';

export default {
  summary: 'A refused request is believed to have changed nothing, because its status is 401.',
  edits: [
    {
      file: 'tests/requests.test.ts',
      find: `
    assert.deepEqual((await blog.get('/my-posts', bearer(ada.token))).body, [post]);
`,
      replace: '',
    },
  ],
  fails: {
    'requests.test.ts finds every bug': 'what the request has changed',
  },
} satisfies Mistake;
