import type { WrongDesign } from '#check';

const admins = 'only admins see and change the state';
const everywhere = 'from the response on, no worker changes a post';
const again = 'a client learns when to try again';
const reading = 'reading, signing in and both health routes work as before';
const later = 'a worker that starts later knows it, and so does the program after a restart';
const off = 'every worker writes again as soon as it is off';

const state = 'read-only/read-only.ts';
const writable = 'read-only/writable.ts';
const controller = 'admin/read-only.controller.ts';
const posts = 'posts/posts.controller.ts';

export default [
  {
    summary: 'Every user may switch it.',
    of: 'shared-value',
    edits: [
      { file: controller, find: ", requireRole('admin')", replace: '' },
      { file: controller, find: "import { requireRole } from '../auth/require-role.ts';\n", replace: '' },
    ],
    fails: [admins, 'the route has no `requireRole`'],
  },
  {
    summary: 'Any word is a state.',
    of: 'table',
    edits: [
      { file: controller, find: "@field('boolean') on!: boolean;", replace: '@field() on!: string;' },
      { file: controller, find: 'await this.readOnly.set(on);', replace: 'await this.readOnly.set(Boolean(on));' },
    ],
    fails: [admins, 'Expected status'],
  },
  {
    summary: 'Only the worker that got the request knows it.',
    of: 'announced',
    edits: [
      { file: state, find: '    await announce(on);\n', replace: '' },
      { file: state, find: 'import { announce, onAnnouncement }', replace: 'import { onAnnouncement }' },
    ],
    fails: [everywhere, 'did not get a 503'],
  },
  {
    summary: 'Each worker keeps what it has read for two seconds.',
    of: 'shared-value',
    edits: [
      {
        file: state,
        find: '    return (await this.store.get<boolean>(key)) === true;',
        replace: `    if (Date.now() > this.#until) {
      this.#known = (await this.store.get<boolean>(key)) === true;
      this.#until = Date.now() + 60_000;
    }
    return this.#known;`,
      },
      {
        file: state,
        find: '  async isOn()',
        replace: '  #known = false;\n  #until = 0;\n\n  async isOn()',
      },
    ],
    fails: [everywhere, 'did not get a 503'],
  },
  {
    summary: 'Posts can still be deleted.',
    of: 'shared-value',
    edits: [
      {
        file: posts,
        find: "path: '/posts/:id', middlewares: [Writable], handler: this.delete",
        replace: "path: '/posts/:id', handler: this.delete",
      },
    ],
    fails: [everywhere, 'DELETE /posts/:id got'],
  },
  {
    summary: 'Posts can still be edited.',
    of: 'table',
    edits: [
      {
        file: 'posts/posts.service.ts',
        find: `    const { title, content, published } = changes;
    const now = new Date().toISOString();
    const row = await this.readOnly.change(`,
        replace: `    const { title, content, published } = changes;
    const now = new Date().toISOString();
    const row = await this.db.transaction(`,
      },
    ],
    fails: [everywhere, 'PUT /posts/:id got'],
  },
  {
    summary: 'Admins may write all the same.',
    of: 'announced',
    edits: [
      {
        file: writable,
        find: 'if (!(await this.readOnly.isOn()))',
        replace: "if (!(await this.readOnly.isOn()) || ctx.get<string>('user_role') === 'admin')",
      },
    ],
    fails: [everywhere, 'did not get a 503'],
  },
  {
    summary: 'The post is changed, and then the client gets the 503.',
    of: 'shared-value',
    edits: [
      {
        file: writable,
        find: "    ctx.response.setHeader('Retry-After', '60');",
        replace: "    await next();\n    ctx.response.setHeader('Retry-After', '60');",
      },
    ],
    fails: [everywhere, 'the posts have changed'],
  },
  {
    summary: 'The header is missing.',
    of: 'shared-value',
    edits: [{ file: writable, find: "    ctx.response.setHeader('Retry-After', '60');\n", replace: '' }],
    fails: [again, 'no header Retry-After'],
  },
  {
    summary: 'The header has a word.',
    of: 'announced',
    edits: [{ file: writable, find: "'60'", replace: "'soon'" }],
    fails: [again, 'Retry-After: soon'],
  },
  {
    summary: 'What only reads is refused, too.',
    of: 'shared-value',
    edits: [
      {
        file: posts,
        find: 'middlewares: [accept(BearerAuth, SessionAuth, ApiKeyAuth)],',
        replace: 'middlewares: [accept(BearerAuth, SessionAuth, ApiKeyAuth), Writable],',
      },
    ],
    fails: [reading, 'the middleware is on routes that only read'],
  },
  {
    summary: 'A new worker does not ask for the state.',
    of: 'announced',
    edits: [
      {
        file: state,
        find: 'if (!this.#wasTold) this.#isOn = stored;',
        replace: 'if (!this.#wasTold) this.#isOn = stored && false;',
      },
    ],
    fails: [later, 'a worker has died'],
  },
  {
    summary: 'The state ends with the program.',
    of: 'shared-value',
    edits: [
      {
        file: state,
        find: '  set(on: boolean)',
        replace: `  async onStart(): Promise<void> {
    if (cluster.worker === undefined || cluster.worker.id <= 2) await this.store.set(key, false);
  }

  set(on: boolean)`,
      },
      {
        file: state,
        find: "import { inject, KeyValue } from 'trellis';",
        replace: "import cluster from 'node:cluster';\nimport { inject, KeyValue } from 'trellis';",
      },
    ],
    fails: [later, 'the program was stopped and started again'],
  },
  {
    summary: 'Only whether there is a value counts.',
    of: 'shared-value',
    edits: [
      {
        file: state,
        find: '(await this.store.get<boolean>(key)) === true',
        replace: '(await this.store.get<boolean>(key)) !== undefined',
      },
    ],
    fails: [off, 'off is not stored'],
  },
  {
    summary: 'The row is inserted once, and never changed.',
    of: 'table',
    edits: [{ file: state, find: 'do update set value = ${value}', replace: 'do nothing' }],
    fails: [off, 'off is not stored'],
  },
] satisfies WrongDesign[];
