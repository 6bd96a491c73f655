import type { Mistake } from '#check';

export default {
  summary: 'RegisterDTO has a field role, so a client can choose a role as soon as a service stores what was bound.',
  edits: [
    {
      file: 'auth/auth.dto.ts',
      find: 'export class RegisterDTO {',
      replace: `export class RegisterDTO {
  @field('max=20') role!: string;`,
    },
  ],
  fails: {
    'POST /auth/register accepts valid bodies': 'RegisterDTO also has the field role',
  },
} satisfies Mistake;
