import { type Html, html } from 'trellis';
import type { Post } from '../posts/post.ts';
import type { View } from './layout.ts';

/** A line that is nothing but an address. */
const address = /^[a-z][a-z0-9+.-]*:\S+$/i;

export function listView(posts: Post[]): View {
  const list = html`<ul class="posts">${posts.map(entry)}</ul>`;
  return { title: 'Posts', main: posts.length === 0 ? html`<p>Nothing is published yet.</p>` : list };
}

export function postView(post: Post): View {
  const lines = post.content.split(/\r?\n/).map(line);
  return { title: post.title, main: html`<p>${byline(post)}</p><div class="content">${lines}</div>` };
}

/** A link, with the beginning of the post as its tooltip. */
function entry(post: Post): Html {
  const start = post.content.slice(0, 80);
  return html`<li><a href="/posts/${post.id}" title="${start}">${post.title}</a> ${byline(post)}</li>`;
}

/** A line of the content. An address becomes a link. */
function line(text: string): Html {
  const shown = address.test(text) ? html`<a href="${text}" rel="nofollow ugc">${text}</a>` : text;
  return html`${shown}\n`;
}

function byline({ author, created_at }: Post): Html {
  const date = created_at.slice(0, 10);
  return html`<span class="quiet">${author?.name}, <time datetime="${created_at}">${date}</time></span>`;
}
