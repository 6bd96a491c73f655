import { type Context, html } from 'trellis';
import { field, form, refusal } from './form.ts';
import type { View } from './layout.ts';

export function signInView(ctx: Context, { email = '', message = '' } = {}): View {
  // Step 3: a field for the password.
  const fields = html`
    ${field({ name: 'email', label: 'Email', type: 'email', value: email, autocomplete: 'username' })}
    <button>Sign in</button>`;
  return { title: 'Sign in', main: html`${message !== '' && refusal(message)}${form(ctx, '/auth/sign-in', fields)}` };
}
