import type { Mistake } from '#check';

export default {
  summary: 'Asks before it looks for the user.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: '    const user = await this.users.findByEmail(email);\n    if (user === undefined)',
      replace:
        "    if (ctx.query('yes') !== 'true' && !(await this.#confirms(`Make ${email} an admin?`))) {\n      throw new Error('Nothing was changed.');\n    }\n    const user = await this.users.findByEmail(email);\n    if (user === undefined)",
    },
    {
      file: 'commands/commands.controller.ts',
      find: "    if (ctx.query('yes') !== 'true' && !(await this.#confirms(`Make ${user.name} <${user.email}> an admin?`))) {\n      throw new Error('Nothing was changed.');\n    }\n",
      replace: '',
    },
  ],
  fails: {
    'an unknown email is a sentence on stderr, with exit code 1, and without a question':
      'it asks before it looks for the user',
  },
} satisfies Mistake;
