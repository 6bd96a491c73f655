import type { Mistake } from '#check';

export default {
  summary: 'Without a cookie the token is made from an empty text, and everybody can make that one.',
  edits: [{ file: 'pages/csrf.ts', find: "id === '' || ", replace: '' }],
  fails: { 'the sign-in form has a token, too': "The token of '' is one that everybody can make" },
} satisfies Mistake;
