export function makeHashesCheap(): void;
export function withCheapHashes(file: URL | string): URL | undefined;
