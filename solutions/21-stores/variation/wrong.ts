import type { WrongDesign } from '#check';

const repeated = 'a request that is repeated gets the same post, and there is only one';
const another = 'another request with the same key is refused, and creates nothing';
const users = 'the keys of two users have nothing to do with each other';
const together = 'requests at the same moment create one post';
const programs = 'of two programs that get the request at the same moment, one creates the post';
const failed = 'a request that failed can be repeated';
const visible = 'a key is 1 to 200 visible characters, and every one of them counts';
const later = 'a key is still known 23 hours later';

const service = 'posts/posts.service.ts';
const header = 'posts/idempotency-key.ts';
const digest = 'posts/request-digest.ts';

export default [
  {
    summary: 'The key is stored with the post, and everybody who reads the post gets it.',
    of: 'column',
    edits: [
      { file: 'posts/post.ts', find: '{ request_key, request_digest, ...row }: PostRow', replace: 'row: PostRow' },
      {
        file: service,
        find: 'return { id, title, content, author_id, published: false, created_at: now, updated_at: now };',
        replace: 'return (await this.findMine(id, author_id))!;',
      },
    ],
    fails: [repeated, 'the key is stored with the post, and sent with it'],
  },
  {
    summary: 'The second body is compared with the post as it is now, which somebody has edited.',
    of: 'column',
    edits: [{ file: service, find: 'row!.request_digest !== digest', replace: 'digestOf(row!) !== digest' }],
    fails: [repeated, 'the body is compared with the post as it is now'],
  },
  {
    summary: 'The time of the request is part of what is compared.',
    of: 'table',
    edits: [
      {
        file: service,
        find: 'digestOf(post)',
        replace: 'digestOf({ ...post, content: post.content + post.created_at })',
      },
    ],
    fails: [repeated, 'something that is new in every request'],
  },
  {
    summary: 'The key belongs to a token, so a client that has refreshed its token creates a second post.',
    of: 'claim',
    edits: [
      {
        file: 'posts/posts.controller.ts',
        find: 'idempotencyKey(ctx)));',
        replace: "idempotencyKey(ctx) && `${idempotencyKey(ctx)}${ctx.header('Authorization')}`));",
      },
    ],
    fails: [repeated, 'the key belongs to one token or session'],
  },
  {
    summary: 'Any request with a known key gets the first post.',
    of: 'table',
    edits: [{ file: service, find: 'if (row!.digest !== digest) throw new OtherRequest();', replace: '' }],
    fails: [another, 'its client believes that the new content is stored'],
  },
  {
    summary: 'Only the title is compared.',
    of: 'claim',
    edits: [{ file: digest, find: '[request.title, request.content]', replace: '[request.title]' }],
    fails: [another, 'a request with another content gets the post of the first one'],
  },
  {
    summary: 'Title and content are put together without anything between them.',
    of: 'column',
    edits: [
      {
        file: digest,
        find: 'JSON.stringify([request.title, request.content])',
        replace: 'request.title + request.content',
      },
    ],
    fails: [another, 'a title that has lost its end to the content'],
  },
  {
    summary: 'The digest is a part of the key, so another body is another request.',
    of: 'claim',
    edits: [{ file: service, find: '`post:${author_id}:${key}`', replace: '`post:${author_id}:${key}:${digest}`' }],
    fails: [another, 'creates a second post'],
  },
  {
    summary: 'The keys of all users are in one place.',
    of: 'claim',
    edits: [{ file: service, find: '`post:${author_id}:${key}`', replace: '`post:${key}`' }],
    fails: [users, 'Expected status 201'],
  },
  {
    summary: 'It looks for the key, and stores it after the post.',
    of: 'claim',
    edits: [
      {
        file: service,
        find: `    if (await this.store.setIfAbsent(name, claim, { ttl: aDay })) return claim.id;
    const first = await this.store.get<typeof claim>(name);`,
        replace: `    const first = await this.store.get<typeof claim>(name);
    if (first === undefined) {
      await this.store.set(name, claim, { ttl: aDay });
      return claim.id;
    }`,
      },
    ],
    fails: [together, 'the key is looked up first, and stored later'],
  },
  {
    summary: 'The keys that are in use are in the memory of one program.',
    of: 'claim',
    edits: [
      {
        file: service,
        find: 'this.store.setIfAbsent(name, claim, { ttl: aDay })',
        replace: 'claims.claim(name, claim)',
      },
      { file: service, find: 'await this.store.get<typeof claim>(name)', replace: 'claims.known.get(name)' },
      {
        file: service,
        find: '/** How long a key is known, in seconds. */\nconst aDay = 24 * 60 * 60;\n',
        replace: `const claims = {
  known: new Map<string, { id: string; digest: string }>(),
  claim(name: string, claim: { id: string; digest: string }): boolean {
    if (this.known.has(name)) return false;
    this.known.set(name, claim);
    return true;
  },
};
`,
      },
      { file: service, find: '  @inject(KeyValue) private readonly store!: KeyValue;\n', replace: '' },
      { file: service, find: 'inject, KeyValue, Log', replace: 'inject, Log' },
    ],
    fails: [programs, 'one post from 8 requests at the same moment'],
  },
  {
    summary: 'After a conflict, the error of the database becomes a 500.',
    of: 'column',
    edits: [{ file: service, find: '\n      on conflict (author_id, request_key) do nothing', replace: '' }],
    fails: [repeated, 'Expected status 201'],
  },
  {
    summary: 'A key that is in use stays in use if the request fails.',
    of: 'claim',
    edits: [
      {
        file: service,
        find: 'if (first?.digest !== digest) throw new OtherRequest();\n    return first.id;',
        replace: `if (first?.digest !== digest) throw new OtherRequest();
    const isThere = await this.db.get\`select id from posts where id = \${first.id}\`;
    if (isThere === undefined) throw new HttpError(409, 'This request is running');
    return first.id;`,
      },
      { file: service, find: 'import { Database, inject', replace: 'import { Database, HttpError, inject' },
    ],
    fails: [failed, 'the key is still marked as being used'],
  },
  {
    summary: 'The key and the post are not in one transaction.',
    of: 'table',
    edits: [
      { file: service, find: 'await this.#note(tx, key, post)', replace: 'await this.#note(this.db, key, post)' },
      {
        file: service,
        find: 'const known = await this.db.transaction(async (tx) => {',
        replace: 'const known = await (async (tx: Database) => {',
      },
      { file: service, find: '      return undefined;\n    });', replace: '      return undefined;\n    })(this.db);' },
    ],
    fails: [failed, 'got 0'],
  },
  {
    summary: 'Long keys are cut off.',
    of: 'table',
    edits: [{ file: header, find: '  return key;', replace: '  return key.slice(0, 64);' }],
    fails: [visible, 'keys are cut off'],
  },
  {
    summary: 'Keys are compared without case.',
    of: 'claim',
    edits: [{ file: header, find: '  return key;', replace: '  return key.toLowerCase();' }],
    fails: [visible, 'compared without case'],
  },
  {
    summary: 'A key of any length is stored.',
    of: 'claim',
    edits: [{ file: header, find: '{1,200}', replace: '+' }],
    fails: [visible, 'is not refused'],
  },
  {
    summary: 'A key is forgotten after an hour.',
    of: 'claim',
    edits: [{ file: service, find: '24 * 60 * 60', replace: '60 * 60' }],
    fails: [later, 'the key expires too early'],
  },
] satisfies WrongDesign[];
