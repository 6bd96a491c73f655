// #region step-1
import { type AppOptions, HttpError, InvalidBody } from 'trellis';

/** Names what is wrong: `{ title: ["can't be blank"] }`. */
export type Errors = Record<string, string[]>;

/** An error that knows its names. Everything that the application refuses on purpose is one. */
export class Refused extends HttpError {
  readonly errors: Errors;

  constructor(status: number, errors: Errors, options?: ErrorOptions) {
    super(status, undefined, options);
    this.errors = errors;
  }
}

export const notFound = (what: string) => new Refused(404, { [what]: ['not found'] });
export const forbidden = (what: string) => new Refused(403, { [what]: ['belongs to somebody else'] });

/** Gives every error response the form that the specification wants, including those of the framework itself. */
export const writeErrors: AppOptions['errors'] = (status, message, ctx, error) => {
  if (error instanceof Refused) ctx.json({ errors: error.errors });
  else if (error instanceof InvalidBody) writeProblems(error, ctx);
  else ctx.json({ errors: { [status < 500 ? 'request' : 'server']: [message] } });
};

function writeProblems({ problems }: InvalidBody, ctx: Parameters<NonNullable<typeof writeErrors>>[2]): void {
  const errors = new Map<string, string[]>();
  for (const { field, problem } of problems) {
    const name = nameOf(field);
    errors.set(name, [...(errors.get(name) ?? []), problem]);
  }
  // A problem without a field is about the body as a whole: it isn't JSON.
  ctx.status(errors.has('body as a whole') ? 400 : 422).json({ errors: Object.fromEntries(errors) });
}

/** `article.tagList.3` is a problem of `tagList`, `article` and `limit` are problems of their own. */
function nameOf(field: string): string {
  const [wrapper, name] = field.split('.');
  return name ?? (wrapper || 'body as a whole');
}
// #endregion
