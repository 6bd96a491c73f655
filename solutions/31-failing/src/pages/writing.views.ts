import { type Context, type Html, html } from 'trellis';
import type { Post } from '../posts/post.ts';
import { field, form, type Problems, refusal } from './form.ts';
import type { View } from './layout.ts';

export function myPostsView(ctx: Context, posts: Post[]): View {
  const list = html`<ul class="posts">${posts.map((post) => (post.published ? published(post) : draft(ctx, post)))}</ul>`;
  return {
    title: 'My posts',
    main: html`<p><a class="button" href="/my-posts/new">Write</a></p>
    ${posts.length === 0 ? html`<p>You have not written anything yet.</p>` : list}`,
  };
}

export function writeView(
  ctx: Context,
  { title, content }: Pick<Post, 'title' | 'content'>,
  problems: Problems = {},
): View {
  const fields = html`
    ${field({ name: 'title', label: 'Title', value: title }, problems)}
    ${field({ name: 'content', label: 'Text', type: 'lines', value: content }, problems)}
    <button>Save as draft</button>`;
  const message = Object.keys(problems).length > 0 && refusal('Not saved yet. Please change what is marked.');
  return { title: 'Write', main: html`${message}${form(ctx, '/my-posts', fields)}` };
}

function published({ id, title }: Post): Html {
  return html`<li><a href="/posts/${id}">${title}</a> <span class="quiet">published</span></li>`;
}

function draft(ctx: Context, { id, title }: Post): Html {
  const button = html`<button aria-label="Publish ${title}">Publish</button>`;
  return html`<li><a href="/posts/${id}">${title}</a> ${form(ctx, `/my-posts/${id}/publish`, button)}</li>`;
}
