import { type AppOptions, type Context, type Controller, field, InvalidBody, module, type Route } from 'trellis';

export class NewMember {
  @field('required,email') email!: string;
}

export class MembersController implements Controller {
  routes(): Route[] {
    return [{ method: 'POST', path: '/members', handler: this.create }];
  }

  async create(ctx: Context) {
    const member = await ctx.bind(NewMember);
    return ctx.status(201).json(member);
  }
}

export const MembersModule = module('MembersModule', { declarations: [MembersController] });

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
