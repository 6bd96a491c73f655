import { v7 as uuid } from 'uuid';
import type { Page } from './paging.ts';
import type { Store } from './store.ts';

interface PostRow {
  id: string;
  title: string;
  content: string;
  author_id: string;
  published: boolean | number;
  created_at: string;
  updated_at: string;
}

interface PostWithAuthorRow extends PostRow {
  author_email: string;
  author_name: string;
  author_role: string;
  author_created_at: string;
}

const WITH_AUTHOR = `select posts.*, users.email as author_email, users.name as author_name,
    users.role as author_role, users.created_at as author_created_at
  from posts join users on users.id = posts.author_id`;

/** The statements of the blog of chapter 22, and the objects that it builds from their rows. */
export class Posts {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** One more than the page has room for: it tells whether there is another page. */
  async list({ limit, created_at, id }: Page) {
    const rows = await this.#store.all<PostWithAuthorRow>(
      `${WITH_AUTHOR}
      where posts.published = $1 and (posts.created_at, posts.id) < ($2, $3)
      order by posts.created_at desc, posts.id desc
      limit $4`,
      [true, created_at, id, limit + 1],
    );
    return rows.map(toPostWithAuthor);
  }

  async find(id: string) {
    const [row] = await this.#store.all<PostWithAuthorRow>(
      `${WITH_AUTHOR} where posts.id = $1 and posts.published = $2`,
      [id, true],
    );
    return row && toPostWithAuthor(row);
  }

  async byAuthor(author_id: string, { limit, created_at, id }: Page) {
    const rows = await this.#store.all<PostRow>(
      `select * from posts
      where author_id = $1 and (created_at, id) < ($2, $3)
      order by created_at desc, id desc
      limit $4`,
      [author_id, created_at, id, limit + 1],
    );
    return rows.map(toPost);
  }

  async create({ title, content }: { title: string; content: string }, author_id: string) {
    const now = new Date().toISOString();
    const post = { id: uuid(), title, content, author_id, published: false, created_at: now, updated_at: now };
    await this.#store.run(
      `insert into posts (id, title, content, author_id, published, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7)`,
      [post.id, title, content, author_id, false, now, now],
    );
    return post;
  }
}

function toPost(row: PostRow) {
  return { ...row, published: Boolean(row.published) };
}

function toPostWithAuthor(row: PostWithAuthorRow) {
  const { author_email: email, author_name: name, author_role: role, author_created_at: created_at, ...post } = row;
  return { ...toPost(post), author: { id: post.author_id, email, name, role, created_at } };
}
