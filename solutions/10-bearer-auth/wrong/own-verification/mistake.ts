import type { Mistake } from '#check';

export default {
  summary: 'The middleware reads the secret and verifies tokens by itself.',
  edits: [
    {
      file: 'auth/bearer-auth.ts',
      find: 'import { type Context, inject',
      replace: "import jwt from 'jsonwebtoken';\nimport { Clock, type Context, inject",
    },
    {
      file: 'auth/bearer-auth.ts',
      find: '@inject(TokensService) private readonly tokens!: TokensService;',
      replace: '@inject(Clock) private readonly clock!: Clock;',
    },
    {
      file: 'auth/bearer-auth.ts',
      find: "this.tokens.verify(header.slice('Bearer '.length))",
      replace: "this.read(header.slice('Bearer '.length))",
    },
    {
      file: 'auth/bearer-auth.ts',
      find: '    return next();\n  }\n',
      replace:
        "    return next();\n  }\n\n  private read(token: string) {\n    try {\n      const { user_id, email, exp } = jwt.verify(token, process.env.JWT_SECRET ?? '', {\n        algorithms: ['HS256', 'HS384', 'HS512'],\n        clockTimestamp: Math.floor(this.clock.now() / 1000),\n      }) as jwt.JwtPayload;\n      return typeof user_id === 'string' && typeof email === 'string' && exp ? { user_id, email } : undefined;\n    } catch {\n      return undefined;\n    }\n  }\n",
    },
  ],
  fails: {
    'BearerAuth uses the injected TokensService': 'Only one class should have the secret',
  },
} satisfies Mistake;
