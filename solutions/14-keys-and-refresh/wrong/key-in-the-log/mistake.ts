import type { Mistake } from '#check';

export default {
  summary: 'The service logs the key.',
  edits: [
    {
      file: 'auth/api-keys.service.ts',
      find: 'return { ...apiKey, key };',
      replace: `console.log(\`created \${key}\`);\n    return { ...apiKey, key };`,
    },
  ],
  fails: {
    'no API key appears in the log, and the response waits for the database': 'a log statement prints it',
  },
} satisfies Mistake;
