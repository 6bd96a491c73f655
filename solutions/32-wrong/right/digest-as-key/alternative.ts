import type { Alternative } from '#check';

export default {
  summary: 'The key is a digest of the whole id.',
  step: 2,
  edits: [
    {
      file: 'overview/overview.service.ts',
      find: `import { Cache,`,
      replace: `import { createHash } from 'node:crypto';
import { Cache,`,
    },
    {
      file: 'overview/overview.service.ts',
      find: `    return \`overview-\${user_id}\`;
`,
      replace: `    return \`overview-\${createHash('sha256').update(user_id).digest('base64url')}\`;
`,
    },
  ],
} satisfies Alternative;
