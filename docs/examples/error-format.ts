import { STATUS_CODES } from 'node:http';
import {
  type AppOptions,
  type Context,
  type Controller,
  field,
  HttpError,
  InvalidBody,
  module,
  type Route,
  requestId,
} from 'trellis';

export class NewMember {
  @field('required,email') email!: string;
}

/** An error that programs recognize by its code, which stays the same if the message is reworded or translated. */
export class CodedError extends HttpError {
  readonly code: string;

  constructor(status: number, code: string, message: string, options?: ErrorOptions) {
    super(status, message, options);
    this.code = code;
  }
}

export class MembersController implements Controller {
  routes(): Route[] {
    return [
      { method: 'POST', path: '/members', handler: this.create },
      { method: 'GET', path: '/members/:id', handler: this.show },
    ];
  }

  async create(ctx: Context) {
    const member = await ctx.bind(NewMember);
    return ctx.status(201).json(member);
  }

  show() {
    throw new CodedError(404, 'member_unknown', 'Member not found');
  }
}

export const MembersModule = module('MembersModule', { declarations: [MembersController] });

/** [Problem details](https://www.rfc-editor.org/rfc/rfc9457), with the id that the request has in the log. */
export const problemDetails: AppOptions = {
  middlewares: [requestId()],
  errors(status, detail, ctx, error) {
    const problems = error instanceof InvalidBody ? error.problems : undefined;
    ctx.response.setHeader('content-type', 'application/problem+json');
    ctx.json({ title: STATUS_CODES[status], status, detail, problems, request_id: ctx.get('request_id') });
  },
};

/** Everything that isn't a `CodedError` comes from the framework or is a bug, so the status has to do. */
export const withCodes: AppOptions = {
  errors(status, detail, ctx, error) {
    const code = error instanceof CodedError ? error.code : `http_${status}`;
    ctx.json({ problem: { code, detail } });
  },
};

export const appOptions: AppOptions = {
  errors(_status, message, ctx, error) {
    if (error instanceof InvalidBody) {
      const errors = new Map<string, string[]>();
      for (const { field, problem } of error.problems) errors.set(field, [...(errors.get(field) ?? []), problem]);
      ctx.status(422).json({ errors: Object.fromEntries(errors) });
    } else {
      ctx.json({ errors: { body: [message] } });
    }
  },
};
