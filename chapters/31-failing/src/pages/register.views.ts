import { type Context, html } from 'trellis';
import { field, form, type Problems, refusal } from './form.ts';
import type { View } from './layout.ts';

export function registerView(ctx: Context, { email, name } = { email: '', name: '' }, problems: Problems = {}): View {
  const fields = html`
    ${field({ name: 'name', label: 'Name', value: name, autocomplete: 'name' }, problems)}
    ${field({ name: 'email', label: 'Email', type: 'email', value: email, autocomplete: 'username' }, problems)}
    ${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password' }, problems)}
    <button>Register</button>`;
  const message = Object.keys(problems).length > 0 && refusal('You are not registered yet. Please correct the form.');
  return { title: 'Register', main: html`${message}${form(ctx, '/auth/register', fields)}` };
}
