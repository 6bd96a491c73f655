import type { Context } from 'trellis';

/** The user who sends a request, as far as the rules about posts need it. */
export interface Caller {
  id: string;
  role: string;
}

/** The user whose credential the middlewares have checked. */
export function callerOf(ctx: Context): Caller {
  return { id: ctx.get<string>('user_id'), role: ctx.get<string>('user_role') };
}

/** People who can run commands on the server may change every post. */
export const operator: Caller = { id: '', role: 'admin' };
