/** The versions that a new project is pinned to. A test compares them with those of this repository. */
export const versions = {
  '@biomejs/biome': '2.5.15',
  '@types/node': '20.19.43',
  tsx: '4.23.15',
  typescript: '7.0.2',
} as const;

export const nodeVersion = '>=20.11';
