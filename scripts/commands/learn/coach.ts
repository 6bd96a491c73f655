import type { Usage } from 'trellis';

export const usage: Usage = { summary: 'let an AI assistant coach you, without showing solutions' };

/** The standard output belongs to the protocol. */
export async function run(): Promise<never> {
  const { startCoach } = await import('../../coach/start.ts');
  return startCoach();
}
