import type { Mistake } from '#check';

export default {
  summary: 'register logs the body of a refused request at the level debug, with the password in it.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: `import { type Context, type Controller, HttpError, type Route } from 'trellis';`,
      replace: `import { type Context, type Controller, HttpError, inject, Log, type Route } from 'trellis';`,
    },
    {
      file: 'auth/auth.controller.ts',
      find: 'export class AuthController implements Controller {',
      replace: `export class AuthController implements Controller {
  @inject(Log) private readonly log!: Log;
`,
    },
    {
      file: 'auth/auth.controller.ts',
      find: '    await ctx.bind(RegisterDTO);',
      replace: `    const sent = String(await ctx.request.body());
    await ctx.bind(RegisterDTO).catch((error) => {
      this.log.debug('registration refused', { sent });
      throw error;
    });`,
    },
  ],
  fails: {
    'nothing repeats the password': 'prints the body',
  },
} satisfies Mistake;
