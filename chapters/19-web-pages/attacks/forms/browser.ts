import type { Client, Reply } from '../../../../scripts/workshop/attack/client.ts';

/** Fills in a form as a browser does: loads its page, and sends its hidden fields along. */
export async function submit(
  client: Client,
  page: string,
  action: string,
  fields: Record<string, string>,
): Promise<Reply> {
  const form = formIn((await client.get(page)).expect(200).text, action);
  return send(client, action, { ...hiddenIn(form), ...fields });
}

/** Sends fields to an address, whatever form they come from. */
export function send(
  client: Client,
  action: string,
  fields: Record<string, string>,
  options: { headers?: Record<string, string>; note?: string } = {},
): Promise<Reply> {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', ...options.headers };
  return client.post(action, new URLSearchParams(fields).toString(), { ...options, headers });
}

/** A new account, whose session the client keeps in a cookie. */
export async function register(client: Client, name: string): Promise<{ email: string; password: string }> {
  const account = { email: `${name.toLowerCase()}-${Date.now()}@example.com`, password: 'leeks and potatoes' };
  (await submit(client, '/auth/register', '/auth/register', { name, ...account })).expect(303);
  return account;
}

export function formIn(page: string, action: string): string {
  const forms = page.match(/<form\b[\s\S]*?<\/form>/gi) ?? [];
  return forms.find((form) => form.includes(`action="${action}"`)) ?? '';
}

export function hiddenIn(form: string): Record<string, string> {
  const inputs = form.match(/<input type="hidden"[^>]*>/gi) ?? [];
  return Object.fromEntries(inputs.map((input) => [attributeOf(input, 'name'), attributeOf(input, 'value')]));
}

function attributeOf(tag: string, attribute: string): string {
  return new RegExp(`\\s${attribute}="([^"]*)"`).exec(tag)?.[1] ?? '';
}
