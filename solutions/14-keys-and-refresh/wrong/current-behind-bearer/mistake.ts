import type { Mistake } from '#check';

export default {
  summary: 'The route for programs stands inside of the group for people.',
  edits: [
    {
      file: 'auth/api-keys.controller.ts',
      find: `          { method: 'DELETE', path: '/:id', handler: this.revoke },
`,
      replace: `          { method: 'DELETE', path: '/:id', handler: this.revoke },
          { method: 'GET', path: '/current', middlewares: [ApiKeyAuth], handler: this.current },
`,
    },
    {
      file: 'auth/api-keys.controller.ts',
      find: `      { method: 'GET', path: '/auth/api-keys/current', middlewares: [ApiKeyAuth], handler: this.current },
`,
      replace: '',
    },
  ],
  fails: {
    'GET /auth/api-keys/current without a key is 401': 'outside of the group that BearerAuth guards',
    'what is no key of ours is refused': 'Missing authorization header',
    'GET /auth/api-keys/current with a key answers with its record': 'Missing authorization header',
    'a revoked key opens nothing': 'outside of the group that BearerAuth guards',
  },
} satisfies Mistake;
