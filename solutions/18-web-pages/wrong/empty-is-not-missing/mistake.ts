import type { Mistake } from '#check';

const message = '`??` does not see that, `||` does';

export default {
  summary: "Takes the other cookie with `??`. A cookie that is not there is '', so nobody ever gets a form_id.",
  edits: [
    {
      file: 'pages/csrf.ts',
      find: 'tokenOf(browserId(ctx) || newFormId(ctx))',
      replace: 'tokenOf(browserId(ctx) ?? newFormId(ctx))',
    },
  ],
  fails: {
    'the right password signs in, and sends the browser on': message,
    'a wrong password brings the form back, with the email and without the password': message,
    'five wrong passwords close this door, too': message,
    'signing in again ends the session before': message,
    'signing out ends the session': message,
    'strangers are sent to the sign-in form': message,
    'a draft is kept, and only its author finds it': message,
    'a form that lacks something comes back as it was': message,
    'the button publishes': message,
    "nobody publishes another's draft": message,
    'a form that another site has made is refused': message,
    'a token is good for one session': message,
    'a host next to ours can set cookies, and still not send our forms': message,
    'the token does not give the session away': message,
  },
} satisfies Mistake;
