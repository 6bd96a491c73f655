import { type Html, html, raw } from 'trellis';
import type { Post } from '../posts/post.ts';
import type { View } from './layout.ts';

/** A line that is nothing but an address. */
const address = /^[a-z][a-z0-9+.-]*:\S+$/i;

export function listView(posts: Post[]): View {
  const list = `<ul class="posts">${posts.map(entry).join('')}</ul>`;
  return { title: 'Posts', main: raw(posts.length === 0 ? '<p>Nothing is published yet.</p>' : list) };
}

export function postView(post: Post): View {
  const lines = post.content.split(/\r?\n/).map(line).join('');
  return { title: post.title, main: raw(`<p>${byline(post)}</p><div class="content">${lines}</div>`) };
}

/** A link, with the beginning of the post as its tooltip. */
function entry(post: Post): string {
  const start = post.content.slice(0, 80);
  return `<li><a href="/posts/${post.id}" title="${start}">${post.title}</a> ${byline(post)}</li>`;
}

/** A line of the content. An address becomes a link. */
function line(text: string): string {
  const shown = address.test(text) ? `<a href="${text}" rel="nofollow ugc">${text}</a>` : text;
  return `${shown}\n`;
}

function byline({ author, created_at }: Post): Html {
  const date = created_at.slice(0, 10);
  return html`<span class="quiet">${author?.name}, <time datetime="${created_at}">${date}</time></span>`;
}
