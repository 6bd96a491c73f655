/**
 * A known wrong answer: edits to the solution as it is shown. The chapter's checks must catch it, each named check with
 * the words that are given here, and no other check of these steps, or of earlier ones, may fail.
 */
export interface Mistake {
  readonly summary: string;
  /** `find` must occur exactly once in the file. */
  readonly edits: readonly { file: string; find: string; replace: string }[];
  /** The name of each check that fails, and a part of its message. */
  readonly fails: Readonly<Record<string, string>>;
  /** Checks that fail in some runs, because a race decides. */
  readonly mayFail?: readonly string[];
}

/** A repair that differs from ours, and is right as well: edits to the solution. Every check of its step must pass. */
export interface Alternative extends Pick<Mistake, 'summary' | 'edits'> {
  readonly step: number;
}
