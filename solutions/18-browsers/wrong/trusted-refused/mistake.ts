import type { Mistake } from '#check';

export default {
  summary: 'Trusted origins may read, but not change anything.',
  edits: [
    {
      file: 'edge/cross-origin-protection.ts',
      find: " || this.trusted.has(ctx.header('Origin')) || isSameOrigin(ctx)",
      replace: ' || isSameOrigin(ctx)',
    },
    {
      file: 'edge/cross-origin-protection.ts',
      find: '  @inject(TrustedOrigins) private readonly trusted!: TrustedOrigins;\n',
      replace: '  @inject(TrustedOrigins) protected readonly trusted!: TrustedOrigins;\n',
    },
  ],
  fails: {
    'all other requests pass': 'an origin in CORS_ORIGINS is refused',
  },
  mayFail: ['a trusted origin may read every response, even errors'],
} satisfies Mistake;
