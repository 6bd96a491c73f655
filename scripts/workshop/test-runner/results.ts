/** What became of all tests of a run. */
export interface TestReport {
  passed: number;
  failed: number;
  skipped: number;
  failures: Failure[];
  skips: Skip[];
  files: FileReport[];
  /** What failed beside other files, and passed alone. */
  unsteady: Failure[];
}

export interface FileReport {
  file: string;
  seconds: number;
  passed: number;
  failures: Failure[];
  skips: Skip[];
  /** What the file printed. */
  output: string;
}

export interface Failure {
  file: string;
  /** The test with the suites around it; absent when the file as a whole failed. */
  test?: string;
  error: string;
}

export interface Skip {
  file: string;
  test: string;
  reason: string;
}

export function summarize(files: FileReport[], unsteady: Failure[] = []): TestReport {
  const failures = files.flatMap((file) => file.failures);
  const skips = files.flatMap((file) => file.skips);
  const passed = files.reduce((sum, file) => sum + file.passed, 0);
  return { passed, failed: failures.length, skipped: skips.length, failures, skips, files, unsteady };
}
