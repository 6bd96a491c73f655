import { type Html, html } from 'trellis';
import type { Post } from '../posts/post.ts';
import type { View } from './layout.ts';

export function listView(posts: Post[]): View {
  // Step 1: a list, with an entry for each post.
  return { title: 'Posts', main: html`<p>${posts.length} published.</p>` };
}

export function postView(post: Post): View {
  // Step 1: the content, below the byline.
  return { title: post.title, main: byline(post) };
}

function byline({ author, created_at }: Post): Html {
  return html`<span class="quiet">${author?.name}, <time datetime="${created_at}">${created_at.slice(0, 10)}</time></span>`;
}
