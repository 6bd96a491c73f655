export function median(numbers: readonly number[]): number;
export function table(rows: readonly (readonly string[])[]): string;
