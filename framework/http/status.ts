import { STATUS_CODES } from 'node:http';

export const jsonType = 'application/json; charset=utf-8';

/** Statuses that a handler may choose. A 1xx response is interim and never the final one. */
export function isStatus(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 200 && (value as number) <= 599;
}

/** `404` → `Not Found`. */
export function reasonOf(status: number): string {
  return STATUS_CODES[status] ?? 'Error';
}
