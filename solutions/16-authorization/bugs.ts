import type { Bug } from '../../scripts/workshop/grading/bug.ts';

const service = 'posts/posts.service.ts';
const controller = 'posts/posts.controller.ts';
const admins = 'admin/admin.controller.ts';
const owned = `(author_id = \${caller.id} or \${caller.role === 'admin'})`;

/** Where this holds, the routes of posts need no credential. */
function opened(condition: string): Bug['edits'][number] {
  return {
    file: 'auth/accept.ts',
    find: 'return way.handle(ctx, next);',
    replace: `return ${condition} && !way.isPresent(ctx) ? next() : way.handle(ctx, next);`,
  };
}

/** The holes that are opened in the blog of chapter 16, in the order in which a learner meets them. */
export const bugs: Bug[] = [
  {
    step: 5,
    does: 'PUT /posts/:id changes the posts of everyone.',
    missed: 'no test lets a stranger change a post.',
    edits: [
      {
        file: service,
        find: `where id = \${id} and ${owned}\n      returning`,
        replace: `where id = \${id}\n      returning`,
      },
    ],
  },
  {
    step: 5,
    does: 'DELETE /posts/:id deletes the posts of everyone.',
    missed: 'no test lets a stranger delete a post.',
    edits: [
      {
        file: service,
        find: `delete from posts where id = \${id} and ${owned}`,
        replace: `delete from posts where id = \${id}`,
      },
    ],
  },
  {
    step: 5,
    does: 'GET /posts/:id shows drafts to everyone who knows the id.',
    missed: 'the posts in your tests are published, or no test asks for a draft without being its author.',
    edits: [
      {
        file: service,
        find: ` and posts.published = \${true}\`;\n    return row && toPostWithAuthor(row);`,
        replace: '`;\n    return row && toPostWithAuthor(row);',
      },
    ],
  },
  {
    step: 5,
    does: 'GET /my-posts/:id shows the posts of everyone.',
    missed: 'no test asks for a post of somebody else below /my-posts.',
    edits: [{ file: service, find: ` and posts.author_id = \${author_id}\``, replace: '`' }],
  },
  {
    step: 5,
    does: 'GET /my-posts/:id does not show drafts. Authors can list them, but not open them.',
    missed: 'no author opens a draft in your tests. A matrix also has to say what is allowed.',
    edits: [
      {
        file: service,
        find: `where posts.id = \${id} and posts.author_id = \${author_id}`,
        replace: `where posts.id = \${id} and posts.author_id = \${author_id} and posts.published = \${true}`,
      },
    ],
  },
  {
    step: 5,
    does: 'Authors cannot change their posts any more. Only admins can.',
    missed: 'no author changes a post in your tests. A matrix also has to say what is allowed.',
    edits: [
      {
        file: service,
        find: `${owned}\n      returning`,
        replace: `(\${caller.id} = '' or \${caller.role === 'admin'})\n      returning`,
      },
    ],
  },
  {
    step: 5,
    does: 'Admins cannot delete the posts of others.',
    missed: 'no admin deletes a post in your tests.',
    edits: [
      {
        file: service,
        find: `delete from posts where id = \${id} and ${owned}`,
        replace: `delete from posts where id = \${id} and author_id = \${caller.id}`,
      },
    ],
  },
  {
    step: 5,
    does: 'Nobody has to be signed in to delete a draft.',
    missed: 'no test deletes a draft without a credential.',
    edits: [
      {
        file: controller,
        find: "          { method: 'DELETE', path: '/posts/:id', handler: this.delete },\n",
        replace: '',
      },
      {
        file: controller,
        find: "      {\n        path: '',",
        replace: "      { method: 'DELETE', path: '/posts/:id', handler: this.delete },\n      {\n        path: '',",
      },
      {
        file: service,
        find: `delete from posts where id = \${id} and ${owned}`,
        replace: `delete from posts where id = \${id} and (author_id = \${caller.id ?? ''} or published = \${false})`,
      },
    ],
  },
  {
    step: 5,
    does: 'A stranger who changes a published post gets a 404, and the post is changed anyway.',
    missed: 'your tests look at the status of a refused request, and not at what it has changed.',
    edits: [
      {
        file: controller,
        find: "const post = await this.posts.update(ctx.param('id'), body, callerOf(ctx));",
        replace:
          "const open = await this.posts.find(ctx.param('id'));\n    const post = await this.posts.update(ctx.param('id'), body, open ? { id: open.author_id, role: '' } : callerOf(ctx));\n    if (open && post?.author_id !== callerOf(ctx).id && callerOf(ctx).role !== 'admin') return notFound(ctx);",
      },
    ],
  },
  {
    step: 5,
    does: 'A stranger who deletes a draft gets a 404, and the draft is gone anyway.',
    missed:
      'your tests look at what has become of published posts, but not of drafts, or they look at the status only.',
    edits: [
      {
        file: service,
        find: `delete from posts where id = \${id} and ${owned}\`;`,
        replace: `delete from posts where id = \${id} and ${owned}\`;\n    await this.db.run\`delete from posts where id = \${id} and published = \${false}\`;`,
      },
    ],
  },
  {
    step: 5,
    does: 'GET /my-posts has the posts of all users, drafts included.',
    missed: 'no test looks for a draft in the lists of others.',
    edits: [{ file: service, find: ` where author_id = \${author_id} order by`, replace: ' order by' }],
  },
  {
    step: 5,
    does: 'Every user can list the users.',
    missed: 'no test asks for /admin/users without being an admin.',
    edits: [
      {
        file: 'auth/require-role.ts',
        find: "ctx.get<string>('user_role') !== this.#role",
        replace: "ctx.get<string>('user_role') !== this.#role && ctx.request.method !== 'GET'",
      },
    ],
  },
  {
    step: 5,
    does: 'Every user can make themselves an admin.',
    missed: 'no test changes a role without being an admin.',
    edits: [
      {
        file: 'auth/require-role.ts',
        find: "ctx.get<string>('user_role') !== this.#role",
        replace: "ctx.get<string>('user_role') !== this.#role && ctx.request.method === 'GET'",
      },
    ],
  },
  {
    step: 5,
    does: 'POST /posts believes an author_id in the body. Everyone can write under the name of others.',
    missed: 'no test sends an author_id.',
    edits: [
      {
        file: controller,
        find: "await this.posts.create(body, ctx.get<string>('user_id'))",
        replace:
          "await this.posts.create(body, JSON.parse(String(await ctx.request.body())).author_id ?? ctx.get<string>('user_id'))",
      },
    ],
  },
  {
    step: 5,
    does: 'Admins cannot change the posts of others.',
    missed: 'no admin changes a post in your tests.',
    edits: [
      { file: service, find: `${owned}\n      returning`, replace: `author_id = \${caller.id}\n      returning` },
    ],
  },
  {
    step: 5,
    does: 'Admins can read the drafts of everyone at GET /my-posts/:id.',
    missed: 'no admin asks for a draft of somebody else in your tests.',
    edits: [
      {
        file: controller,
        find: "const post = await this.posts.findMine(ctx.param('id'), ctx.get<string>('user_id'));",
        replace:
          "const owner = callerOf(ctx).role === 'admin' && (await this.posts.authorOf(ctx.param('id')));\n    const post = await this.posts.findMine(ctx.param('id'), owner || ctx.get<string>('user_id'));",
      },
      {
        file: service,
        find: '  /** All posts of one author',
        replace: `  async authorOf(id: string): Promise<string | undefined> {
    return (await this.db.get<PostRow>\`select * from posts where id = \${id}\`)?.author_id;
  }

  /** All posts of one author`,
      },
    ],
  },
  {
    step: 5,
    does: 'GET /posts lists drafts.',
    missed: 'no test looks for a draft in the list of all posts.',
    edits: [{ file: service, find: `where posts.published = \${true}\n`, replace: 'where true\n' }],
  },
  {
    step: 5,
    does: 'PUT /posts/:id believes an author_id in the body. Authors can give their posts to others, who never wrote them.',
    missed: 'a test sends an author_id when it creates a post, but not when it changes one.',
    edits: [
      {
        file: controller,
        find: "const post = await this.posts.update(ctx.param('id'), body, callerOf(ctx));",
        replace:
          "const { author_id } = JSON.parse(String(await ctx.request.body()));\n    const post = await this.posts.update(ctx.param('id'), { ...body, author_id }, callerOf(ctx));",
      },
      {
        file: service,
        find: 'const { title, content, published } = changes;',
        replace: 'const { title, content, published, author_id = null } = changes;',
      },
      {
        file: service,
        find: `published = \${published}, updated_at = \${now}`,
        replace: `published = \${published}, author_id = coalesce(\${author_id}, author_id), updated_at = \${now}`,
      },
    ],
  },
  {
    step: 5,
    does: 'A stranger who changes or deletes a post, or opens it at GET /my-posts/:id, gets a 403. So anyone can find out which ids exist.',
    missed: 'your tests accept more than one status for a stranger. For each cell of the matrix, there is exactly one.',
    edits: [
      {
        file: controller,
        find: 'type Context, type Controller, inject',
        replace: 'type Context, type Controller, HttpError, inject',
      },
      {
        file: controller,
        find: 'function notFound(ctx: Context) {',
        replace:
          "const gone = new Set<string>();\n\nfunction notFound(ctx: Context) {\n  if (ctx.get('user_id') && !gone.has(ctx.param('id'))) throw new HttpError(403, 'Forbidden');",
      },
      // Its author, who asks for a post after a deletion, still gets the 404.
      {
        file: controller,
        find: "const isDeleted = await this.posts.delete(ctx.param('id'), callerOf(ctx));",
        replace:
          "const isDeleted = await this.posts.delete(ctx.param('id'), callerOf(ctx));\n    if (isDeleted) gone.add(ctx.param('id'));",
      },
    ],
  },
  {
    step: 5,
    does: 'Nobody has to be signed in to change a post.',
    missed: 'no test changes a post without a credential.',
    edits: [
      opened("ctx.request.method === 'PUT'"),
      {
        file: service,
        find: `${owned}\n      returning`,
        replace: `(author_id = \${caller.id ?? ''} or \${!caller.id || caller.role === 'admin'})\n      returning`,
      },
    ],
  },
  {
    step: 5,
    does: 'Nobody has to be signed in to open a draft at GET /my-posts/:id.',
    missed: 'no test asks for a post below /my-posts without a credential.',
    edits: [
      opened("ctx.request.path.startsWith('/my-posts/')"),
      {
        file: service,
        find: ` and posts.author_id = \${author_id}\``,
        replace: ` and (posts.author_id = \${author_id ?? ''} or \${!author_id})\``,
      },
    ],
  },
  {
    step: 5,
    does: 'Nobody has to be signed in to list the users. Only those who are get a 403.',
    missed: 'no test asks for /admin/users without a credential.',
    edits: [
      {
        file: admins,
        find: "[BearerAuth, requireRole('admin')]",
        replace:
          "[{ handle: (ctx: Context, next: () => unknown) => ctx.header('authorization') === '' && ctx.request.method === 'GET' ? this.index() : next() }, BearerAuth, requireRole('admin')]",
      },
    ],
  },
  {
    step: 5,
    does: 'Admins cannot change roles any more.',
    missed: 'no admin changes a role in your tests. Also test what is allowed.',
    edits: [
      {
        file: 'auth/require-role.ts',
        find: "ctx.get<string>('user_role') !== this.#role",
        replace: "ctx.get<string>('user_role') !== this.#role || ctx.request.method === 'PUT'",
      },
    ],
  },
  {
    step: 5,
    does: 'If an admin changes one post, every post is changed: the parentheses around the `or` are missing.',
    missed: 'no test compares another post with what it was before an admin changed this one.',
    edits: [
      {
        file: service,
        find: `${owned}\n      returning`,
        replace: `author_id = \${caller.id} or \${caller.role === 'admin'}\n      returning`,
      },
    ],
  },
  {
    step: 5,
    does: 'If an admin deletes one post, every post is deleted: the parentheses around the `or` are missing.',
    missed: 'no test looks for another post after an admin has deleted one.',
    edits: [
      {
        file: service,
        find: `delete from posts where id = \${id} and ${owned}`,
        replace: `delete from posts where id = \${id} and author_id = \${caller.id} or \${caller.role === 'admin'}`,
      },
    ],
  },
];
