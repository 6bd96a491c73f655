import type { IncomingHttpHeaders } from 'node:http';

/** What an answer has given, by the name under which a later request may use it: `Authorization: Bearer <TOKEN>`. */
export const keepsakeNames = ['TOKEN', 'REFRESH_TOKEN', 'API_KEY', 'COOKIE', 'ID'] as const;
export type KeepsakeName = (typeof keepsakeNames)[number];

/** Remembers tokens, keys and cookies, in memory only. Whoever writes a request names them, and never sees them. */
export class Keepsakes {
  readonly #kept = new Map<KeepsakeName, string>();

  get names(): KeepsakeName[] {
    return keepsakeNames.filter((name) => this.#kept.has(name));
  }

  /** Puts what is kept in the place of its name. A name that is not known stays. */
  fill(text: string): string {
    return text.replace(/<([A-Z_]+)>/g, (whole, name: KeepsakeName) => this.#kept.get(name) ?? whole);
  }

  keep(headers: IncomingHttpHeaders, body: string): void {
    // A cookie that is cleared goes from the browser; whoever has a copy still has it, which is a lesson of chapter 13.
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
