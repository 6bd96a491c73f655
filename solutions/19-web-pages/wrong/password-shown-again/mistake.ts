import type { Mistake } from '#check';

export default {
  summary: 'Fills in the password again. It is in the source of the page then.',
  edits: [
    {
      file: 'pages/sign-in.controller.ts',
      find: '  @field() email!: string;',
      replace: '  @field() email!: string;\n  @field() password!: string;',
    },
    {
      file: 'pages/sign-in.controller.ts',
      find: 'const { email } = await ctx.bind(SignInInput);',
      replace: 'const { email, password } = await ctx.bind(SignInInput);',
    },
    {
      file: 'pages/sign-in.controller.ts',
      find: 'signInView(ctx, { email, message',
      replace: 'signInView(ctx, { email, password, message',
    },
    {
      file: 'pages/sign-in.views.ts',
      find: "{ email = '', message = '' }",
      replace: "{ email = '', password = '', message = '' }",
    },
    { file: 'pages/sign-in.views.ts', find: "type: 'password',", replace: "type: 'password', value: password," },
  ],
  fails: {
    'a wrong password shows the form again, with the email and without the password':
      'the password is passed to the view',
  },
} satisfies Mistake;
