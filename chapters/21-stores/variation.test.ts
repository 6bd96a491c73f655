import { type Answer, random, type Session, variation } from '#check';

const { check } = variation(import.meta.url);

/** Registering hashes a password, which takes a while on a busy machine. */
const options = { concurrent: true, deadline: 30_000 };

check(
  'a request that is repeated gets the same post, and there is only one',
  async (app) => {
    const { api, author } = await app.once(blog);
    const [key, body] = [aKey(), aPost()];
    const first = (await author.create(body, key)).status(201);
    await author.change(first.body.id);
    const shown = (await api.get(`/posts/${first.body.id}`)).status(200);
    for (const response of [first, shown])
      response.expect(
        !response.content.includes(key),
        'a post without the key',
        'the key is stored with the post, and sent with it: `toPost` copies every column of the row.',
      );
    // Each of the user's credentials stands for the same user.
    const again = [await author.create(body, key), await (await author.elsewhere()).create(body, key)];
    for (const response of again)
      response
        .status(201, (received) =>
          received.code === 422
            ? [
                'the body is compared with the post as it is now, and the post has been changed since. Keep a digest of the first body.',
                'the comparison includes something that is new in every request.',
              ]
            : undefined,
        )
        .expect(
          response.body.id === first.body.id,
          `the post ${first.body.id}, which the first request has created`,
          response === again[1]
            ? 'the key belongs to one token or session. A client may have refreshed its token before it repeats the request.'
            : 'the header is not used, so each request creates a post.',
        );
    // The first post has another title by now.
    const more = (await author.all()).filter(({ title }) => title === body.title).length;
    again[1]!.expect(more === 0, `one post from three requests, got ${1 + more}`);
  },
  options,
);

check(
  'another request with the same key is refused, and creates nothing',
  async (app) => {
    const { author } = await app.once(blog);
    const [key, body] = [aKey(), aPost()];
    const first = (await author.create(body, key)).status(201);
    const others = {
      'another content': { ...body, content: random.sentence() },
      'another title': { ...body, title: random.sentence() },
      'a title that has lost its end to the content': {
        title: body.title.slice(0, -1),
        content: body.title.slice(-1) + body.content,
      },
    };
    for (const [what, other] of Object.entries(others)) {
      const response = await author.create(other, key);
      response.status(422, (received) =>
        received.code === 201
          ? received.body.id === first.body.id
            ? `a request with ${what} gets the post of the first one, and its client believes that the new content is stored.`
            : `with ${what}, the same key creates a second post.`
          : undefined,
      );
    }
    const again = (await author.create(body, key)).status(201, 'a refused request has replaced what was stored.');
    again.expect(again.body.id === first.body.id, `the post ${first.body.id} for the first body, as before`);
    const count = (await author.all()).filter(({ content }) => content === others['another content'].content).length;
    again.expect(
      count === 0,
      'no post from a request that got 422',
      'the post is created before the key is looked up.',
    );
  },
  options,
);

check(
  'the keys of two users have nothing to do with each other',
  async (app) => {
    const { author, reader } = await app.once(blog);
    const [key, body] = [aKey(), aPost()];
    const mine = (await author.create(body, key)).status(201);
    const theirs = await reader.create(body, key);
    theirs
      .status(201, 'the keys of all users are in one place, without the id of the user.')
      .expect(
        theirs.body.id !== mine.body.id && theirs.body.author_id === reader.id,
        'a post of the user who sends the request',
        'the key of somebody else finds their post, which is a draft. Store the id of the user with the key.',
      );
  },
  options,
);

check(
  'requests at the same moment create one post',
  async (app) => {
    const { author } = await app.once(blog);
    for (let round = 0; round < 4; round++) {
      const [key, body] = [aKey(), aPost()];
      const orders = () => ({ seed: random.number() });
      const responses = await Promise.all(Array.from({ length: 6 }, () => author.create(body, key, orders())));
      await settled(author, responses, body, key);
    }
  },
  options,
);

check(
  'of two programs that get the request at the same moment, one creates the post',
  async (app) => {
    const { services, programs } = await app.once(twoPrograms);
    const [author] = programs;
    services.slow('postgres', 3);
    try {
      for (let round = 0; round < 3; round++) {
        const [key, body] = [aKey(), aPost()];
        const responses = await Promise.all(
          Array.from({ length: 8 }, (_, index) => programs[index % 2]!.create(body, key)),
        );
        await settled(author!, responses, body, key);
      }
    } finally {
      services.slow('postgres', 0);
    }
  },
  options,
);

check(
  'a request that failed can be repeated',
  async (app) => {
    const { author } = await app.once(blog);
    const key = aKey();
    (await author.create({ ...aPost(), title: '' }, key)).status(400);
    (await author.create(aPost(), key)).status(201, 'a key is spent by a body that was invalid. Validate it first.');
    for (let fail = 1; ; fail++) {
      const [key, body] = [aKey(), aPost()];
      const failed = await author.create(body, key, { fail });
      if (failed.code === 201) break;
      failed.error(503, 'Service Unavailable', 'the error of a store is caught on the way.');
      const what = `call number ${fail} of the request to a store`;
      const again = await author.create(body, key);
      again.status(201, [
        `${what} failed, and the key is still marked as being used. Nobody will ever finish that request.`,
        `${what} failed, and the key was stored without the post that belongs to it. Both belong in one transaction.`,
      ]);
      const posts = (await author.all()).filter(({ title }) => title === body.title);
      again.expect(
        posts.length === 1 && posts[0]!.id === again.body.id,
        `one post after ${what} has failed, and the request was repeated; got ${posts.length}`,
        posts.length > 1
          ? 'the post was stored, and the key that belongs to it was not. Both belong in one transaction, or the key decides on the id.'
          : 'the response has a post that was never stored.',
      );
    }
  },
  options,
);

check(
  'a key is 1 to 200 visible characters, and every one of them counts',
  async (app) => {
    const { author } = await app.once(blog);
    const long = Array.from({ length: 20 }, aKey).join('').slice(0, 200);
    const before = (await author.all()).length;
    for (const wrong of [`${long}x`, 'two words'])
      (await author.create(aPost(), wrong)).status(
        400,
        `the key ${JSON.stringify(wrong.slice(0, 12))}… is not refused.`,
      );
    const none = (await author.all()).length;
    const names = [
      long,
      `${long.slice(0, -1)}~`,
      `key-${long.slice(0, 9)}`,
      `KEY-${long.slice(0, 9)}`,
      '%',
      '*',
      '__proto__',
    ];
    const ids = new Set<string>();
    for (const name of names) {
      const response = await author.create(aPost(), name);
      response.status(201, (received) =>
        received.code === 422
          ? `the key ${JSON.stringify(name.slice(0, 12))} is taken for another one: keys are cut off, or compared without case.`
          : undefined,
      );
      ids.add(response.body.id);
    }
    const last = await author.create(aPost());
    last
      .status(201)
      .expect(none === before, 'no post from a request whose key is refused')
      .expect(ids.size === names.length, `${names.length} posts from as many keys, got ${ids.size}`);
    const two = [await author.create(aPost('twice')), await author.create(aPost('twice'))];
    two[1]!.expect(two[0]!.body.id !== two[1]!.body.id, 'two posts from two requests without the header');
  },
  options,
);

check(
  'a key is still known 23 hours later',
  async (app) => {
    const { api, author } = await app.once(ageing);
    const [key, body] = [aKey(), aPost()];
    const first = (await author.create(body, key)).status(201);
    await api.advance({ hours: 23 });
    const again = (await author.create(body, key)).status(201);
    again.expect(again.body.id === first.body.id, `the post ${first.body.id}`, 'the key expires too early.');
  },
  options,
);

check(
  'a key is still known after a restart',
  async (app) => {
    const { author, restarted } = await app.once(twoPrograms);
    const [key, body] = [aKey(), aPost()];
    const first = (await author.create(body, key)).status(201);
    const again = (await (await restarted()).create(body, key)).status(201);
    again.expect(
      again.body.id === first.body.id,
      `the post ${first.body.id}`,
      'the keys are in the memory of the program, which a restart empties.',
    );
  },
  options,
);

interface PostBody {
  readonly title: string;
  readonly content: string;
}

type Orders = NonNullable<NonNullable<Parameters<Session['post']>[2]>['orders']>;

function aKey(): string {
  return `${random.word()}${random.number()}`;
}

function aPost(title = random.sentence()): PostBody {
  return { title, content: random.sentence() };
}

/** Somebody who writes posts, with one credential. */
class Author {
  readonly #api: Session;
  readonly #person: { email: string; password: string };
  readonly #token: string;
  readonly id: string;

  constructor(api: Session, person: { email: string; password: string }, token: string, id: string) {
    this.#api = api;
    this.#person = person;
    this.#token = token;
    this.id = id;
  }

  static async register(api: Session): Promise<Author> {
    const person = { email: random.email(), password: random.sentence(), name: random.word() };
    const { token, user } = (await api.post('/auth/register', person)).status(201).body;
    return new Author(api, person, token, user.id);
  }

  /** The same user with a new token, perhaps of another program. */
  async elsewhere(api = this.#api): Promise<Author> {
    const { token } = (await api.post('/auth/login', this.#person)).status(200).body;
    return new Author(api, this.#person, token, this.id);
  }

  create(body: PostBody, key?: string, orders?: Orders): Promise<Answer> {
    return this.#api.post('/posts', body, {
      headers: { ...this.#headers, ...(key !== undefined && { 'Idempotency-Key': key }) },
      orders,
    });
  }

  async change(id: string): Promise<void> {
    const body = { ...aPost(), published: true };
    (await this.#api.put(`/posts/${id}`, body, { headers: this.#headers })).status(200);
  }

  /** Every post of this user, whatever a page of the list holds. */
  async all(): Promise<{ id: string; title: string; content: string }[]> {
    const found = [];
    let path: string | undefined = '/my-posts';
    while (path !== undefined) {
      const page: Answer = await this.#api.get(path, { headers: this.#headers });
      found.push(...page.status(200).body);
      path = /<([^>]+)>;\s*rel="?next"?/.exec(page.headers.get('link') ?? '')?.[1];
    }
    return found;
  }

  get #headers(): Record<string, string> {
    return { Authorization: `Bearer ${this.#token}` };
  }
}

/** A program with everything in memory, whose stores can be disturbed, and two users. */
async function blog(app: Session) {
  const api = app.fresh({ BCRYPT_COST: '4', TRELLIS_LABORATORY: '1' });
  const [author, reader] = await Promise.all([Author.register(api), Author.register(api)]);
  return { api, author, reader };
}

/** One of its own, because its clock moves. */
async function ageing(app: Session) {
  const api = app.fresh({ BCRYPT_COST: '4' });
  return { api, author: await Author.register(api) };
}

/** Two programs that share PostgreSQL and Redis, and the same user in both. */
async function twoPrograms(app: Session) {
  const services = await app.services();
  const env = { BCRYPT_COST: '4', ...services.env };
  // One after the other: how they share the migrations is what step 1 is about.
  const here = app.fresh(env);
  const author = await Author.register(here);
  const programs = [author, await author.elsewhere(app.fresh(env))];
  return { services, author, programs, restarted: () => author.elsewhere(app.fresh(env)) };
}

/** Whatever the requests got: there is one post, and a later request gets it, too. */
async function settled(author: Author, responses: readonly Answer[], body: PostBody, key: string): Promise<void> {
  for (const response of responses)
    response.expect(
      response.code === 201 || response.code === 409,
      'status 201, or 409 while another request with this key is running',
      response.code >= 500 ? 'the second insert breaks a constraint, and nobody expects its error.' : undefined,
    );
  const last = (await author.create(body, key)).status(201, 'the requests are over, and the key is still in use.');
  const posts = (await author.all()).filter(({ title }) => title === body.title);
  last
    .expect(
      posts.length === 1,
      `one post from ${responses.length} requests at the same moment, got ${posts.length}`,
      'the key is looked up first, and stored later. Between the two, other requests look it up as well.',
    )
    .expect(
      responses.every(({ code, body: post }) => code !== 201 || post.id === posts[0]?.id) &&
        last.body.id === posts[0]?.id,
      `the id ${posts[0]?.id} in every response with status 201`,
      'a request that came too late gets a post that does not exist.',
    );
}
