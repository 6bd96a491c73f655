import { STATUS_CODES } from 'node:http';

export const jsonType = 'application/json; charset=utf-8';

/** Statuses that a handler may choose. 1xx belongs to the protocol and is never the end of a response. */
export function isStatus(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 200 && (value as number) <= 599;
}

/** `404` → `Not Found`. */
export function reasonOf(status: number): string {
  return STATUS_CODES[status] ?? 'Error';
}
