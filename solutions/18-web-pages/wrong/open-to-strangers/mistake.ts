import type { Mistake } from '#check';

export default {
  summary: 'The guard lets strangers pass, and the handlers fail for want of a user.',
  edits: [
    { file: 'pages/signed-in.ts', find: "if (ctx.get('user') === undefined)", replace: 'if (ctx.get === undefined)' },
  ],
  fails: { 'strangers are sent to the sign-in form': 'SignedIn looks for the user of the context' },
} satisfies Mistake;
