import type { WrongDesign } from '#check';

const welcome = 'the first entry is the creation of the Welcome post';
const fields = 'an entry has an event, a post and a time';
const happens = 'what happens to a post is in the history, the newest first';
const not = 'what has not happened is not in the history';
const drafts = 'DELETE /admin/drafts adds an entry for each draft';
const hundred = 'the history has the last hundred entries';
const reading = 'reading the history does not change it, and it survives its readers';

const own = 'own-module';
const kept = 'kept-by-the-service';
const subscribers = 'subscribers';
const service = 'posts/posts.service.ts';
const history = 'history/history.ts';

export default [
  {
    summary: 'What has happened before anybody listened is lost.',
    of: subscribers,
    edits: [{ file: service, find: 'for (const change of this.#untold) listener(...change);', replace: '' }],
    fails: [welcome, 'the history begins after the first post'],
  },
  {
    summary: 'A DELETE that finds nothing is noted.',
    of: own,
    edits: [
      {
        file: service,
        find: "if (this.#posts.delete(id)) this.history.add('deleted', id);",
        replace: "this.#posts.delete(id);\n    this.history.add('deleted', id);",
      },
    ],
    fails: [not, 'before anybody knows whether there is such a post'],
  },
  {
    summary: 'A PUT of an unknown post is noted.',
    of: kept,
    edits: [
      {
        file: service,
        find: "    if (post === undefined) throw new Error('record not found');",
        replace:
          "    if (post === undefined) {\n      this.#note('changed', id);\n      throw new Error('record not found');\n    }",
      },
    ],
    fails: [not, 'before anybody knows whether there is such a post'],
  },
  {
    summary: 'Discarding the drafts is not noted.',
    of: own,
    edits: [{ file: service, find: 'await this.delete(id);', replace: 'this.#posts.delete(id);' }],
    fails: [drafts, 'discardDrafts of the service deletes posts, too'],
  },
  {
    summary: 'Discarding the drafts is noted twice.',
    of: kept,
    edits: [
      {
        file: service,
        find: 'await this.delete(id);',
        replace: "{\n      await this.delete(id);\n      this.#note('deleted', id);\n    }",
      },
    ],
    fails: [drafts, 'noted twice'],
  },
  {
    summary: 'The oldest entry comes first.',
    of: kept,
    edits: [{ file: service, find: '[...this.#history].reverse()', replace: '[...this.#history]' }],
    fails: [happens, 'the order is another one'],
  },
  {
    summary: 'The list grows forever.',
    of: subscribers,
    edits: [{ file: 'admin/history.service.ts', find: '      this.#entries.splice(100);\n', replace: '' }],
    fails: [hundred, 'the list grows with every change'],
  },
  {
    summary: 'After a hundred entries, no new one gets in.',
    of: own,
    edits: [
      {
        file: history,
        find: '[{ event, post, at: new Date().toISOString() }, ...this.#entries].slice(0, most)',
        replace: '[{ event, post, at: new Date().toISOString() }, ...this.#entries].slice(-most)',
      },
    ],
    fails: [hundred, 'the newest entries are left out'],
  },
  {
    summary: 'One entry too many is kept.',
    of: kept,
    edits: [{ file: service, find: 'this.#history.length > 100', replace: 'this.#history.length > 101' }],
    fails: [hundred, 'Expected 100 entries, got 101'],
  },
  {
    summary: 'Reading turns the list around.',
    of: kept,
    edits: [{ file: service, find: '[...this.#history].reverse()', replace: 'this.#history.reverse()' }],
    fails: [reading, 'change the array itself'],
  },
  {
    summary: 'An entry has the whole post.',
    of: own,
    edits: [
      {
        file: service,
        find: "this.history.add('created', post.id);",
        replace: "this.history.add('created', post.id, post.title);",
      },
      {
        file: history,
        find: "add(event: Entry['event'], post: string): void {",
        replace: "add(event: Entry['event'], post: string, title = ''): void {",
      },
      { file: history, find: '[{ event, post, at', replace: '[{ event, post, ...(title && { title }), at' },
    ],
    fails: [fields, 'an entry also has title'],
  },
  {
    summary: 'Changes are noted as creations.',
    of: subscribers,
    edits: [{ file: service, find: "this.#tell('changed', id);", replace: "this.#tell('created', id);" }],
    fails: [happens, 'the order is another one'],
  },
  {
    summary: 'The time is that of the request for the history.',
    of: kept,
    edits: [
      {
        file: service,
        find: 'return [...this.#history].reverse();',
        replace: 'return [...this.#history].reverse().map((entry) => ({ ...entry, at: new Date().toISOString() }));',
      },
    ],
    fails: [reading, 'The response body is different'],
  },
  {
    summary: 'The time is a number.',
    of: own,
    edits: [
      {
        file: history,
        find: '[{ event, post, at: new Date().toISOString() }',
        replace: '[{ event, post, at: String(Date.now()) }',
      },
    ],
    fails: [fields, 'another time than that of the change'],
  },
] satisfies WrongDesign[];
