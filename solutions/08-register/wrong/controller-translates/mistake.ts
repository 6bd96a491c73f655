import type { Mistake } from '#check';

export default {
  summary: 'The controller looks for the code of the database error, instead of the service that knows the database.',
  edits: [
    {
      file: 'users/users.service.ts',
      find: `if ((error as { code?: string }).code !== 'unique') throw error;
      throw new Error('email already registered', { cause: error });`,
      replace: 'throw error;',
    },
    {
      file: 'auth/auth.controller.ts',
      find: 'return ctx.status(400).json({ error: (error as Error).message });',
      replace: `const isTaken = (error as { code?: string }).code === 'unique';
      return ctx.status(400).json({ error: isTaken ? 'email already registered' : (error as Error).message });`,
    },
  ],
  fails: {
    'if another request inserts the email first, the response is 400':
      'the controller translates the error of the database',
  },
} satisfies Mistake;
