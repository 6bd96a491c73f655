/** One thing that `verify` has to complain about. */
export interface Finding {
  /** Where: a path below the repository, and a line where there is one. */
  readonly place: string;
  /** What is wrong, and what to do about it. */
  readonly problem: string;
  /** Nothing is wrong: this could not be looked at here. */
  readonly isNote?: true;
}
