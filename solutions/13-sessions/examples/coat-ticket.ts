import type { Context } from 'trellis';
import { evening } from './cloakroom.service.ts';

/** Gives the guest a ticket to keep. */
export function setTicket(ctx: Context, ticket: string): void {
  ctx.setCookie('ticket', ticket, {
    maxAge: evening,
    httpOnly: true,
    sameSite: 'strict',
    secure: process.env.NODE_ENV !== 'development',
  });
}

export function clearTicket(ctx: Context): void {
  ctx.setCookie('ticket', '', { maxAge: 0 });
}
