import type { Mistake } from '#check';

export default {
  summary: 'Tells a stranger whether an email is registered here.',
  edits: [
    {
      file: 'pages/sign-in.controller.ts',
      find: "import { setNotice } from './flash.ts';",
      replace: "import { UsersService } from '../users/users.service.ts';\nimport { setNotice } from './flash.ts';",
    },
    {
      file: 'pages/sign-in.controller.ts',
      find: '  @inject(SessionsService)',
      replace: '  @inject(UsersService) private readonly users!: UsersService;\n  @inject(SessionsService)',
    },
    {
      file: 'pages/sign-in.controller.ts',
      find: "message: 'This email and this password do not belong together.'",
      replace: "message: (await this.users.findByEmail(email)) ? 'Wrong password.' : 'Unknown email.'",
    },
  ],
  fails: {
    'a wrong password shows the form again, with the email and without the password': 'one of them tells a stranger',
  },
} satisfies Mistake;
