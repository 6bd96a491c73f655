import type { IncomingHttpHeaders } from 'node:http';

/** Names of values from earlier responses, which later requests may use: `Authorization: Bearer <TOKEN>`. */
export const keepsakeNames = ['TOKEN', 'REFRESH_TOKEN', 'API_KEY', 'COOKIE', 'ID'] as const;
export type KeepsakeName = (typeof keepsakeNames)[number];

/** Remembers tokens, keys and cookies, in memory only. Requests refer to them by name and never contain their values. */
export class Keepsakes {
  readonly #kept = new Map<KeepsakeName, string>();

  get names(): KeepsakeName[] {
    return keepsakeNames.filter((name) => this.#kept.has(name));
  }

  /** Replaces names with the values that are kept. Unknown names stay as they are. */
  fill(text: string): string {
    return text.replace(/<([A-Z_]+)>/g, (whole, name: KeepsakeName) => this.#kept.get(name) ?? whole);
  }

  keep(headers: IncomingHttpHeaders, body: string): void {
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
    for (const [name, value] of Object.entries(found)) {
      if (typeof value === 'string' && value !== '') this.#kept.set(name as KeepsakeName, value);
    }
  }

  forget(): void {
    this.#kept.clear();
  }
}
