import { type Context, type Html, html } from 'trellis';
import type { User } from '../users/user.ts';
import { takeNotice } from './flash.ts';
import { form } from './form.ts';

/** The part of a page that differs from the others. */
export interface View {
  title: string;
  main: Html;
  /** The address of the next page of a list, if there is one. */
  next?: string | undefined;
}

/** The frame around every page. */
export function layout({ title, main, next }: View, ctx: Context): Html {
  const user = ctx.get<User | undefined>('user');
  const notice = takeNotice(ctx);
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title} · The blog</title>
  <link rel="icon" href="/public/icon.svg">
  <link rel="stylesheet" href="/public/style.css">
</head>
<body>
  <a class="skip" href="#main">Skip to the content</a>
  <header>
    <a class="home" href="/">The blog</a>
    <nav aria-label="Account">${user === undefined ? visitorLinks() : userLinks(user, ctx)}</nav>
  </header>
  <main id="main">
    <h1>${title}</h1>
    ${notice !== undefined && html`<p class="notice" role="status">${notice}</p>`}
    ${main}
    ${next && html`<p><a href="${next}" rel="next">Older posts</a></p>`}
  </main>
</body>
</html>
`;
}

function visitorLinks(): Html {
  return html`<a href="/auth/sign-in">Sign in</a> <a href="/auth/register">Register</a>`;
}

function userLinks({ name }: User, ctx: Context): Html {
  return html`<span>${name}</span> <a href="/my-posts">My posts</a>
      ${form(ctx, '/auth/sign-out', html`<button>Sign out</button>`)}`;
}
