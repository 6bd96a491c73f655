import type { Mistake } from '#check';

export default {
  summary: 'Every middleware is looked up in the root module.',
  edits: [
    { file: 'framework/app.ts', find: 'this.#container.get(wanted, module);', replace: 'this.#container.get(wanted);' },
  ],
  fails: {
    'a middleware class is replaced with its instance from the container': 'looked up in the root module',
  },
} satisfies Mistake;
