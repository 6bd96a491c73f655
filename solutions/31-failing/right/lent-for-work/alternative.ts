import type { Alternative } from '#check';

export default {
  summary: 'The pool lends a connection for one piece of work, and takes it back itself.',
  step: 1,
  edits: [
    {
      file: 'search/search.service.ts',
      find: `    const connection = await this.connections.take();
    const ids = await this.#ask(connection, words);
    this.connections.give(connection);
`,
      replace: `    const ids = await this.connections.use((connection) => this.#ask(connection, words));
`,
    },
    {
      file: 'search/search-connections.ts',
      find: `  /** The caller doesn't need it any more. */`,
      replace: `  /** Lends a connection for this work. */
  async use<T>(work: (connection: SearchConnection) => Promise<T>): Promise<T> {
    const connection = await this.take();
    const result = await work(connection);
    this.give(connection);
    return result;
  }

  /** The caller doesn't need it any more. */`,
    },
  ],
} satisfies Alternative;
