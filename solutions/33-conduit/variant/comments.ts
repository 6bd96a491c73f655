import { found } from './articles.ts';
import { fieldsOf, text } from './fields.ts';
import { type Call, type Reply, refuse } from './http.ts';
import { type Comment, nextId, type User, userById } from './store.ts';
import { profileOf } from './users.ts';

const rules = { body: text(10_000) };

export function list({ user, params }: Call): Reply {
  const { comments } = found(params.slug!);
  return [200, { comments: comments.toReversed().map((comment) => seen(comment, user)) }];
}

export async function create({ user, params, body }: Call): Promise<Reply> {
  found(params.slug!);
  const fields = fieldsOf(await body(), 'comment', rules);
  const comment = { id: nextId(), body: fields.body as string, author: user!.id, createdAt: new Date().toISOString() };
  found(params.slug!).comments.push(comment);
  return [201, { comment: seen(comment, user) }];
}

export function remove({ user, params }: Call): Reply {
  const { comments } = found(params.slug!);
  const index = comments.findIndex(({ id }) => String(id) === params.id);
  if (index === -1) throw refuse(404, 'comment', 'not found');
  if (comments[index]!.author !== user!.id) throw refuse(403, 'comment', 'belongs to somebody else');
  comments.splice(index, 1);
  return [204];
}

function seen({ id, body, author, createdAt }: Comment, viewer: User | undefined) {
  return { id, createdAt, updatedAt: createdAt, body, author: profileOf(userById(author)!, viewer) };
}
