import type { Mistake } from '#check';

export default {
  summary: 'Switches Csrf on, and forgets the hidden field.',
  edits: [
    { file: 'pages/form.ts', find: 'novalidate>${token}${content}</form>', replace: 'novalidate>${content}</form>' },
  ],
  fails: {
    'a script in a post never runs in the browser of a reader': 'the form has no hidden field',
    'every value of a post is escaped for its place in the page': 'the form has no hidden field',
    'pages show what the author typed': 'the form has no hidden field',
    'a draft is for its author only': 'the form has no hidden field',
  },
} satisfies Mistake;
