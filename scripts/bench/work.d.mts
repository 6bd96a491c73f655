export const WORK: Readonly<Record<string, object>>;
