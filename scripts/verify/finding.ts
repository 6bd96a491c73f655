/** One thing that `verify` has to complain about. */
export interface Finding {
  /** Where: a path below the repository, and a line where there is one. */
  readonly place: string;
  /** What is wrong, and what to do about it. */
  readonly problem: string;
  /** No reason to fail: it could not be looked at here, or was found only while the machine was busy. */
  readonly isNote?: true;
}
