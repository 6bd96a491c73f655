/** What a new project is pinned to. The repository uses the same; a test compares them. */
export const versions = {
  tsx: '4.23.15',
  '@biomejs/biome': '2.5.15',
  '@types/node': '20.19.43',
  typescript: '7.0.2',
} as const;

export const nodeVersion = '>=20.11';
