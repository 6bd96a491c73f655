import type { Writable } from 'node:stream';

export const size: number;
export const file: string;
export function sink(): Writable;
