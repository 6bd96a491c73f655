import type { Mistake } from '#check';

export default {
  summary: 'Does not wait until the role is changed. If that fails, the command reports success.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: 'await this.users.changeRole',
      replace: 'this.users.changeRole',
    },
  ],
  fails: {
    'a change that fails is not reported as done': '`await` is missing before users.changeRole',
  },
  mayFail: ['users promote --yes makes an admin'],
} satisfies Mistake;
