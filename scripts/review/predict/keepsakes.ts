import type { IncomingHttpHeaders } from 'node:http';
import { namedIn } from './named-values.ts';

/** Values that are kept from every response, and that later requests may use: `Authorization: Bearer <TOKEN>`. */
export const keepsakeNames = ['TOKEN', 'REFRESH_TOKEN', 'API_KEY', 'COOKIE', 'ID'] as const;
export type KeepsakeName = (typeof keepsakeNames)[number];

/** Remembers tokens, keys and cookies, in memory only. Requests refer to them by name and never contain their values. */
export class Keepsakes {
  readonly #kept = new Map<string, string>();

  get names(): KeepsakeName[] {
    return keepsakeNames.filter((name) => this.#kept.has(name));
  }

  /** Replaces names with the values that are kept. Unknown names stay as they are. */
  fill(text: string): string {
    return text.replace(/<([A-Z_]+)>/g, (whole, name: string) => this.#kept.get(name) ?? whole);
  }

  /** With what the text prints for this response, also the values that have a name there, such as `{"id":"<SOUP>",…}`. */
  keep(headers: IncomingHttpHeaders, body: string, printed = ''): void {
    // Clearing a cookie removes it from the browser, but not from anyone who has copied it. Chapter 13 teaches this.
    const cookies = (headers['set-cookie'] ?? [])
      .map((cookie) => cookie.split(';')[0]!)
      .filter((pair) => /=./.test(pair));
    if (cookies.length > 0) this.#kept.set('COOKIE', cookies.join('; '));
    const found: Partial<Record<KeepsakeName, unknown>> = {};
    try {
      const { token, access_token = token, refresh_token, key, id } = JSON.parse(body) as Record<string, unknown>;
      Object.assign(found, { TOKEN: access_token, REFRESH_TOKEN: refresh_token, API_KEY: key, ID: id });
    } catch {}
    const named = namedIn(printed, headers, body);
    for (const [name, value] of Object.entries(found)) {
      if (typeof value !== 'string' || value === '') continue;
      // A text that gives a second token a name of its own still means the first one by `<TOKEN>`.
      const hasOtherName = named.some(([, own]) => own === value);
      if (!hasOtherName || !this.#kept.has(name)) this.#kept.set(name, value);
    }
    for (const [name, value] of named) this.#kept.set(name, value);
  }

  /** For a name that the learner chooses: `ID=$(curl …)`. */
  name(name: string, value: string): void {
    this.#kept.set(name, value);
  }

  forget(): void {
    this.#kept.clear();
  }
}
