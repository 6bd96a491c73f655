import type { Mistake } from '#check';

export default {
  summary: 'A change is refused if it contains a name that the user already has.',
  edits: [
    {
      file: 'users/users.service.ts',
      find: '    const assignments = assignmentsOf(changes);',
      replace:
        "    if (changes.username !== undefined && (await this.findByName(changes.username)) !== undefined)\n      throw new Refused(409, { username: ['has already been taken'] });\n    const assignments = assignmentsOf(changes);",
    },
  ],
  fails: {
    'your own names can be written in another case': 'Expected status 200, got 409',
  },
} satisfies Mistake;
