import type { Mistake } from '#check';

export default {
  summary: 'Whoever brings an identifier along keeps it: session fixation.',
  edits: [
    {
      file: 'auth/sessions.service.ts',
      find: 'async create(user_id: string): Promise<string> {\n    const id = randomUUID();\n',
      replace:
        'async create(user_id: string, known: string): Promise<string> {\n    const id = known || randomUUID();\n',
    },
    {
      file: 'auth/sessions.controller.ts',
      find: 'this.sessions.create(user.id)',
      replace: 'this.sessions.create(user.id, readSessionCookie(ctx))',
    },
  ],
  fails: {
    'a new sign-in has a new identifier, and ends the session before': 'A sign-in never takes over what was sent',
    'a planted identifier opens nothing': 'A sign-in never takes over what was sent',
  },
} satisfies Mistake;
