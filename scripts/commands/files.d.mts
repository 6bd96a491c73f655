export type Group = 'learn' | 'maintain';
export const groups: readonly Group[];
export function commandFile(name: string): URL | undefined;
