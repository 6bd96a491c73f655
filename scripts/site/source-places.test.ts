import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { testFolder, writeProgram } from '../workshop/test-folder.fixture.ts';
import { SourcePlaces } from './source-places.ts';

describe('places in the source', () => {
  const folder = testFolder();
  after(() => folder.remove());
  const src = writeProgram(
    folder.path,
    new Map([
      [
        'posts.controller.ts',
        `export class PostDTO {}

export class PostsController {
  routes() {
    return [
      { method: 'GET', path: '/posts', handler: this.index },
      { method: 'POST', path: '/posts', middlewares: [Guard], handler: this.create },
      { path: '/admin', children: [{ method: 'GET', path: '/drafts', handler: () => [] }] },
    ];
  }

  async create(ctx: Context) {
    ctx.set('post', 1);
    return this.db.all\`select *
      from posts where id = \${1} and title = \${2}\`;
  }

  index = () => [];
}

export class Guard {
  handle(ctx, next) {
    ctx.setValue("post", 2);
    return next();
  }
}
`,
      ],
    ]),
  );
  const file = `${folder.path.split(/[\\/]/).at(-1)}/src/posts.controller.ts`;
  const places = new SourcePlaces(src, join(folder.path, '..'));

  it('methods, routes, classes, queries and sets are found where they are defined', () => {
    const step = { at: 0, ms: 0 };
    const located = places.locate({
      ...{ id: 1, startedAt: '', method: 'POST', path: '/posts', status: 200, ms: 1 },
      request: { query: {}, headers: {} },
      resolution: { path: '/posts', kind: 'exact', cached: false, params: {}, handler: 'PostsController.create' },
      tried: {
        others: 0,
        routes: [
          ...[
            { method: 'POST', path: '/posts' },
            { method: 'GET', path: '/posts' },
            { method: 'GET', path: '/admin/drafts' },
          ],
        ].map((route) => ({ ...route, handler: 'PostsController.x', kind: 'exact' as const, won: false, reason: '' })),
      },
      steps: [
        { ...step, kind: 'middleware', name: 'Guard', depth: 0 },
        { ...step, kind: 'set', name: 'post', depth: 1 },
        { ...step, kind: 'handler', name: 'PostsController.create', depth: 1 },
        { ...step, kind: 'bind', name: 'PostDTO', depth: 2 },
        { ...step, kind: 'set', name: 'post', depth: 2 },
        { ...step, kind: 'query', name: 'select * from posts where id = ? and title = ?', depth: 2 },
        { ...step, kind: 'serialize', name: 'object', depth: 0 },
        { ...step, kind: 'middleware', name: 'Elsewhere', depth: 0 },
      ],
    });
    assert.deepEqual(located.resolution?.place, { file, line: 12 });
    assert.deepEqual(
      located.tried.routes.map(({ place }) => place?.line),
      [7, 6, 8],
    );
    assert.deepEqual(
      located.steps.map(({ place }) => place?.line),
      [22, 23, 12, 1, 13, 14, undefined, undefined],
    );
  });

  it('the lines that decided: a message in the method that ran, a field of a DTO, the line that binds, and never a guess', () => {
    const program = writeProgram(
      join(folder.path, 'decided'),
      new Map([
        [
          'auth.controller.ts',
          `export class AuthController {
  async register(ctx: Context) {
    const { email } = await ctx.bind(RegisterDTO);
    if (email === '') throw new HttpError(400, 'Invalid request');
  }

  async login(ctx: Context) {
    if (!known) throw new HttpError(400, 'Invalid request');
    throw new HttpError(401, 'Invalid credentials');
  }
}
`,
        ],
        [
          'users.service.ts',
          `export class RegisterDTO {
  @field('required') email!: string;
}

export class UsersService {
  find() {
    throw new Error('record not found');
  }
}
`,
        ],
      ]),
    );
    const decided = new SourcePlaces(program, join(folder.path, '..'));
    const lineOf = (kind: 'handler' | 'bind', name: string, message: string, note = '') => {
      const frame = decided.frameOf({ kind, name, note, depth: 0, at: 0, ms: 0 }, message);
      return frame && `${frame.file.split('/').at(-1)}:${frame.line}`;
    };
    assert.equal(lineOf('handler', 'AuthController.login', 'Invalid request'), 'auth.controller.ts:8');
    assert.equal(lineOf('handler', 'AuthController.login', 'record not found'), 'users.service.ts:7');
    assert.equal(lineOf('bind', 'RegisterDTO', 'Invalid request', 'email is required'), 'users.service.ts:2');
    assert.equal(lineOf('bind', 'RegisterDTO', 'Invalid request', 'the body must be JSON'), 'auth.controller.ts:3');
    assert.equal(lineOf('handler', 'PostsController.show', 'Invalid request'), undefined, 'two lines have it');
  });

  it('a handler that is written into its route, and one that is a field', () => {
    assert.equal(places.ofHandler('PostsController', '/admin/drafts')?.line, 8);
    assert.equal(places.ofHandler('PostsController.index')?.line, 18);
    assert.equal(places.ofClass('Guard')?.line, 21);
    assert.equal(places.ofClass('Nothing'), undefined);
  });
});
