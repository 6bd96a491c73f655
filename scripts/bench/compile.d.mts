export function compiled(entry: string, name: string, framework?: string): string;
