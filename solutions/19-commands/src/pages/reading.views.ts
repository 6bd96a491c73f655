import { type Html, html } from 'trellis';
import type { Post } from '../posts/post.ts';
import type { View } from './layout.ts';

export function listView(posts: Post[]): View {
  const list = html`<ul class="posts">${posts.map(entry)}</ul>`;
  return { title: 'Posts', main: posts.length === 0 ? html`<p>Nothing is published yet.</p>` : list };
}

export function postView(post: Post): View {
  return { title: post.title, main: html`${byline(post)}<div class="content">${post.content}</div>` };
}

function entry(post: Post): Html {
  return html`<li><a href="/posts/${post.id}">${post.title}</a> ${byline(post)}</li>`;
}

function byline({ author, created_at }: Post): Html {
  return html`<span class="quiet">${author?.name}, <time datetime="${created_at}">${created_at.slice(0, 10)}</time></span>`;
}
