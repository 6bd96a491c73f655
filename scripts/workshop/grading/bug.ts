/** A mistake that is planted into the reference, and that the learner's tests have to find. */
export interface Bug {
  /** The step whose tests have to find it. */
  readonly step: number;
  /** What it does to the people who use the blog. Shown as soon as a test has found it. */
  readonly does: string;
  /** What tests that miss it lack: a technique, not the place of the bug. */
  readonly missed: string;
  /** `find` must occur exactly once in the file. */
  readonly edits: readonly { file: string; find: string; replace: string }[];
}
