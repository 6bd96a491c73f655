import { type Html, html } from 'trellis';
import type { Post } from '../posts/post.ts';
import type { View } from './layout.ts';

export function listView(posts: Post[]): View {
  // #region step-1
  const list = html`<ul class="posts">${posts.map(entry)}</ul>`;
  return { title: 'Posts', main: posts.length === 0 ? html`<p>Nothing is published yet.</p>` : list };
  // #starter
  // // Step 1: a list, with an entry for each post.
  // return { title: 'Posts', main: html`<p>${posts.length} published.</p>` };
  // #endregion
}

export function postView(post: Post): View {
  // #region step-1
  return { title: post.title, main: html`${byline(post)}<div class="content">${post.content}</div>` };
  // #starter
  // // Step 1: the content, below the byline.
  // return { title: post.title, main: byline(post) };
  // #endregion
}

// #region step-1
function entry(post: Post): Html {
  return html`<li><a href="/posts/${post.id}">${post.title}</a> ${byline(post)}</li>`;
}
// #endregion

function byline({ author, created_at }: Post): Html {
  return html`<span class="quiet">${author?.name}, <time datetime="${created_at}">${created_at.slice(0, 10)}</time></span>`;
}
