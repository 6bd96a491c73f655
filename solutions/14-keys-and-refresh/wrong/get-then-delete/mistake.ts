import type { Mistake } from '#check';

export default {
  summary: 'The refresh token is read and then deleted: two steps, with a gap between them.',
  edits: [
    {
      file: 'auth/refresh-tokens.service.ts',
      find: `consume(token: string): Promise<string | undefined> {
    return this.store.take<string>(keyOf(token));`,
      replace: `async consume(token: string): Promise<string | undefined> {
    const user_id = await this.store.get<string>(keyOf(token));
    await this.store.delete(keyOf(token));
    return user_id;`,
    },
  ],
  fails: {
    'of ten refreshes at once with one token, one wins': 'two steps, get and then delete, leave a gap',
  },
} satisfies Mistake;
