import type { CheckedResponse } from '../check/checked-response.ts';
import type { Session } from '../check/session.ts';

type Fields = Readonly<Record<string, unknown>>;
type Headers = Readonly<Record<string, string>>;

export const formType = 'application/x-www-form-urlencoded';

/** The page with a form, as a browser keeps it: its cookies, and the fields that its user doesn't see. */
export interface OpenForm {
  readonly headers: Headers;
  readonly hidden: Readonly<Record<string, string>>;
}

export async function openForm(app: Session, page: string, action: string, headers: Headers = {}): Promise<OpenForm> {
  const response = await app.get(page, { headers: { ...headers } });
  const form = [...response.content.matchAll(/<form[^>]*action="([^"]*)"[^>]*>.*?<\/form>/gs)].find(
    ([, target]) => target === action,
  );
  const inputs = form?.[0].match(/<input[^>]*type="hidden"[^>]*>/g) ?? [];
  const hidden = Object.fromEntries(
    inputs.map((input) => [/name="([^"]*)"/.exec(input)?.[1] ?? '', /value="([^"]*)"/.exec(input)?.[1] ?? '']),
  );
  return { headers: withCookies(headers, response), hidden };
}

/** Fills in a form, and sends it. */
export async function submit(
  app: Session,
  action: string,
  fields: Readonly<Record<string, string | undefined>>,
  headers: Headers = {},
  page = action,
): Promise<CheckedResponse> {
  const form = await openForm(app, page, action, headers);
  return app.post(action, encode({ ...form.hidden, ...fields }), {
    headers: { ...form.headers, 'Content-Type': formType },
  });
}

export function encode(fields: Fields): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  return new URLSearchParams(pairs).toString();
}

/** The headers of the browser's next request. */
export function withCookies(headers: Headers, response: CheckedResponse): Headers {
  const set = response.headers.getSetCookie().map((line) => line.split(';')[0]!);
  const cookies = [...(headers.Cookie?.split('; ') ?? []), ...set].filter((cookie) => !cookie.endsWith('='));
  return cookies.length === 0 ? headers : { ...headers, Cookie: cookies.join('; ') };
}
