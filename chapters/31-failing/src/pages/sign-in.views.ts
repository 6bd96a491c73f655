import { type Context, html } from 'trellis';
import { field, form, refusal } from './form.ts';
import type { View } from './layout.ts';

export function signInView(ctx: Context, { email = '', message = '' } = {}): View {
  const fields = html`
    ${field({ name: 'email', label: 'Email', type: 'email', value: email, autocomplete: 'username' })}
    ${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' })}
    <button>Sign in</button>`;
  return { title: 'Sign in', main: html`${message !== '' && refusal(message)}${form(ctx, '/auth/sign-in', fields)}` };
}
