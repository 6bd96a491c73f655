import { Database, inject } from 'trellis';
import { v7 as uuid } from 'uuid';
import type { Page } from '../paging/page.ts';
import { PostsService } from '../posts/posts.service.ts';
import { UsersService } from '../users/users.service.ts';
import type { Comment, CommentRow } from './comment.ts';

/** Stores the comments. */
export class CommentsService {
  @inject(Database) private readonly db!: Database;
  @inject(PostsService) private readonly posts!: PostsService;
  @inject(UsersService) private readonly users!: UsersService;

  /** The comments of a post, newest first. The authors come with them, in the same statement. */
  async byPost(post_id: string, { limit, after }: Page): Promise<Comment[]> {
    const rows = await this.db.all<CommentRow & { author_name: string }>`
      select comments.*, users.name as author_name
      from comments join users on users.id = comments.author_id
      where comments.post_id = ${post_id} and (comments.created_at, comments.id) < (${after.created_at}, ${after.id})
      order by comments.created_at desc, comments.id desc
      limit ${limit}`;
    return rows.map(({ author_name, ...row }) => toComment(row, author_name));
  }

  /** Undefined if there is no such post, or if it isn't published. */
  async create(post_id: string, content: string, author_id: string): Promise<Comment | undefined> {
    const post = await this.posts.find(post_id);
    if (post === undefined) return undefined;
    const row: CommentRow = { id: uuid(), post_id, author_id, content, created_at: new Date().toISOString() };
    await this.db.run`
      insert into comments (id, post_id, author_id, content, created_at)
      values (${row.id}, ${post_id}, ${author_id}, ${content}, ${row.created_at})`;
    return this.#complete(row);
  }

  async #complete(row: CommentRow): Promise<Comment> {
    const author = await this.users.find(row.author_id);
    return toComment(row, author?.name ?? '');
  }
}

function toComment({ author_id, ...comment }: CommentRow, name: string): Comment {
  return { ...comment, author: { id: author_id, name } };
}
