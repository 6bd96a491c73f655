import type { Alternative } from '#check';

export default {
  summary: 'After ten failures in a row, nothing is asked for three seconds.',
  step: 2,
  edits: [
    {
      file: 'related/related.service.ts',
      find: `  async #load(post_id: string): Promise<string[]> {
`,
      replace: `  async #load(post_id: string): Promise<string[]> {
    if (performance.now() < this.#closedUntil) throw new HttpError(503, 'Related posts are not available');
`,
    },
    {
      file: 'related/related.service.ts',
      find: `      return (await response.json()) as string[];
    } finally {`,
      replace: `      this.#failures = 0;
      return (await response.json()) as string[];
    } catch (error) {
      if (++this.#failures >= 10) this.#closedUntil = performance.now() + 3_000;
      throw error;
    } finally {`,
    },
    {
      file: 'related/related.service.ts',
      find: `  @inject(Database) private`,
      replace: `  #failures = 0;
  #closedUntil = 0;
  @inject(Database) private`,
    },
  ],
} satisfies Alternative;
