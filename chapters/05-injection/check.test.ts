import { randomUUID } from 'node:crypto';
import { chapter, random, type Session } from '#check';

const { step } = chapter(import.meta.url);

step(1, (check) => {
  check('GET /posts lists the newest post first', async (app) => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) {
      ids.unshift((await create(app)).id);
      await app.advance({ seconds: 1 });
    }
    const answer = await app.get('/posts');
    answer.status(200).expect(
      idsIn(answer.body)
        .filter((id) => ids.includes(String(id)))
        .join() === ids.join(),
      `a list with these posts, the newest first: ${ids.join(', ')}`,
      'list() of the service turns the order around: a Map keeps the order in which things were put in.',
    );
  });

  check(
    'posts are made, shown, changed and deleted as before',
    async (app) => {
      const post = await create(app);
      (await app.get(`/posts/${post.id}`)).status(200).json(post, 'show gives what create has made.');
      const changes = { ...draft(), published: true };
      const changed = await app.put(`/posts/${post.id}`, changes);
      changed
        .status(200)
        .fields({ ...changes, id: post.id, created_at: post.created_at }, 'update gives the post as it is now.');
      (await app.get(`/posts/${post.id}`)).status(200).json(changed.body, 'the change has to reach the map.');
      const replaced = await app.put(`/posts/${post.id}`, draft());
      replaced.status(200).fields({ published: false }, 'published is false where the body omits it.');
      const deleted = await app.delete(`/posts/${post.id}`);
      deleted.status(204, 'delete of the service gives nothing, and so does the handler.').text('');
      (await app.get(`/posts/${post.id}`)).error(
        404,
        'Post not found',
        'is there an `await` in front of this.posts.find(…)? A promise is never undefined.',
      );
    },
    { alreadyTrue: true },
  );

  check(
    'a post that does not exist is 404 to GET and 500 to PUT, as before',
    async (app) => {
      const id = randomUUID();
      const shown = await app.get(`/posts/${id}`);
      shown.error(
        404,
        'Post not found',
        'is there an `await` in front of this.posts.find(…)? A promise is never undefined, not even where there is no post.',
      );
      const changed = await app.put(`/posts/${id}`, draft());
      changed.error(
        500,
        'Internal Server Error',
        "update of the service throws new Error('record not found'), and the controller lets it pass.",
      );
    },
    { alreadyTrue: true },
  );
});

step(2, (check) => {
  check('POST /posts writes a line with the id to the log', async (app) => {
    const program = app.fresh();
    const sent = draft();
    const answer = await program.post('/posts', sent);
    answer.status(201);
    await program.stop();
    const log = await program.output();
    const line = linesOf(log).find(({ message, id }) => message === 'post created' && id === answer.body.id);
    answer
      .expect(
        line !== undefined,
        `a line of the log with the message "post created" and the field id = "${answer.body.id}"`,
        "this.log.info('post created', { id: … }): the message is always the same, and the id is a field.",
      )
      .expect(
        line?.level === 'info',
        'a line of the level "info"',
        'nothing is wrong when a post is created: info, not warn or error.',
      )
      .expect(
        !log.includes(sent.title) && !log.includes(sent.content),
        'a log without the title and the content of the post',
        'the texts of a post do not belong into the log. Its id is enough to find it.',
      );
  });
});

step(3, (check) => {
  check('the blog starts with a first post', async (app) => {
    const program = app.fresh();
    const answer = await program.get('/posts');
    answer
      .status(200)
      .expect(
        idsIn(answer.body).length === 1,
        'a list of one post',
        'the method has to be called onStart, and creates one post. The program was started a moment ago.',
      );
    const [post] = answer.body;
    answer.expect(
      post.title === 'Welcome' && post.content === 'This blog was planted today.',
      'the title "Welcome" and the content "This blog was planted today."',
      'compare both texts with the README, letter by letter.',
    );
    answer.expect(
      post.published === false && typeof post.created_at === 'string',
      'a post like any other, not published',
      'let this.create(…) make the post, as it makes all the others.',
    );
    const shown = await program.get(`/posts/${post.id}`);
    shown.status(200, 'the first post is kept like any other: await this.create(…).').json(post);
  });
});

step(4, (check) => {
  check(
    'GET /admin/drafts shows what POST /posts has made',
    async (app) => {
      const [open, done] = [await create(app), await create(app)];
      await publish(app, done);
      const answer = await app.get('/admin/drafts');
      answer
        .status(200, 'AppModule imports AdminModule, AdminModule declares AdminController, and its group is /admin.')
        .expect(
          idsIn(answer.body).includes(open.id) && !idsIn(answer.body).includes(done.id),
          `a list with the draft ${open.id}, and without the published post ${done.id}`,
          'there have to be one service and one map. Does AdminController ask with @inject, or is there a `new` somewhere?',
        );
    },
    { alreadyTrue: true },
  );

  check('DELETE /admin/drafts throws the drafts away, and only them', async (app) => {
    const [open, done] = [await create(app), await create(app)];
    await publish(app, done);
    const answer = await app.delete('/admin/drafts');
    answer
      .status(204, 'the second child of the group /admin: DELETE /drafts, and its handler returns nothing.')
      .text('');
    const drafts = await app.get('/admin/drafts');
    drafts.status(200).json([], 'discardDrafts() deletes every draft: is each delete awaited, and the right id given?');
    (await app.get(`/posts/${open.id}`)).error(
      404,
      'Post not found',
      'the draft is still in GET /posts. Do both controllers have the same service?',
    );
    (await app.get(`/posts/${done.id}`)).status(200, 'a published post was thrown away too. Only the drafts may go.');
  });
});

interface Post {
  id: string;
  created_at: string;
}

interface LogLine {
  level?: unknown;
  message?: unknown;
  id?: unknown;
}

function draft() {
  return { title: random.sentence(), content: random.sentence() };
}

async function create(app: Session): Promise<Post> {
  const answer = await app.post('/posts', draft());
  return answer.status(201).fields({ id: isText }, 'is there an `await` in front of this.posts.create(…)?').body;
}

async function publish(app: Session, { id }: Post): Promise<void> {
  (await app.put(`/posts/${id}`, { ...draft(), published: true })).status(200);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

/** Of whatever was answered: a check that fails has to say why, not to crash. */
function idsIn(list: unknown): unknown[] {
  return Array.isArray(list) ? list.map((post) => post?.id) : [];
}

/** The log is JSON, a line each. What a program prints besides is none of it. */
function linesOf(output: string): LogLine[] {
  return output.split('\n').flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return typeof value === 'object' && value !== null ? [value] : [];
    } catch {
      return [];
    }
  });
}
