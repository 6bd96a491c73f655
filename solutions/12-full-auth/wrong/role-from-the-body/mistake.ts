import type { Mistake } from '#check';

export default {
  summary: 'A stranger may choose the role.',
  edits: [
    {
      file: 'auth/auth.dto.ts',
      find: "@field('required,max=100') name!: string;\n",
      replace: "@field('required,max=100') name!: string;\n  @field() role!: string;\n",
    },
    {
      file: 'auth/auth.controller.ts',
      find: 'async #create({ email, password, name }',
      replace: 'async #create({ email, password, name, role }',
    },
    {
      file: 'auth/auth.controller.ts',
      find: 'create({ email, name, hash })',
      replace: 'create({ email, name, hash, role })',
    },
    {
      file: 'users/users.service.ts',
      find: 'async create({ email, name, hash }: { email: string; name: string; hash: string })',
      replace: 'async create({ email, name, hash, role }: { email: string; name: string; hash: string; role: string })',
    },
    { file: 'users/users.service.ts', find: "role: 'user'", replace: "role: role || 'user'" },
  ],
  fails: {
    'every new user has the role user, whatever the body says': 'the role comes from the body',
  },
} satisfies Mistake;
