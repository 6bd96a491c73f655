import type { Mistake } from '#check';

export default {
  summary: 'The services stop before the server.',
  edits: [
    {
      file: 'framework/app.ts',
      find: 'this.#server\n      .stop()\n      .then(() => this.#container.stop())',
      replace: 'this.#container\n      .stop()\n      .then(() => this.#server.stop())',
    },
  ],
  fails: {
    'services start before the port opens, and stop after the last response':
      'the services are stopped before the server',
  },
} satisfies Mistake;
