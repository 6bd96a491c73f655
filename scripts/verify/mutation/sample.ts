/** Which mutants to make. */
export interface Sample {
  readonly count: number;
  /** The same seed chooses the same mutants. */
  readonly seed: string;
  /** How the files begin that are mutated: '' for all of them. */
  readonly path: string;
}

/** The share of mutants that must be found. */
export const leastScore = 0.97;
