import type { Mistake } from '#check';

export default {
  summary: 'The application does not import the new module.',
  edits: [
    {
      file: 'app.module.ts',
      find: 'imports: [PostsModule, AdminModule, AuthModule]',
      replace: 'imports: [PostsModule, AdminModule]',
    },
  ],
  fails: {
    'POST /auth/register refuses what breaks a rule': 'no route matches POST /auth/register',
    'POST /auth/register accepts what keeps the rules': 'no route matches POST /auth/register',
    'a good registration is 501 Not Implemented': 'no route matches POST /auth/register',
    'a bad registration is still 400 Invalid request': 'no route matches POST /auth/register',
  },
} satisfies Mistake;
