import type { ZodType } from 'zod';

export const port: number;
export const CreatePost: ZodType<{ title: string; content: string }>;
export const STATIC_PATHS: string[];
export function post(id: string): Record<string, unknown>;
