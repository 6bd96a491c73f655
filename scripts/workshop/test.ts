import { findTestFiles } from './test-runner/files.ts';
import { describeReport } from './test-runner/report.ts';
import { runTests } from './tests.ts';

const words = process.argv.slice(2);
if (words.length > 0) {
  console.error(`npm test runs every test and takes no words, but got: ${words.join(' ')}`);
  process.exit(1);
}

const report = await runTests(findTestFiles(process.cwd()));
process.stdout.write(describeReport(report));
// A run without a single passing test has proven nothing, so it must not look like a success.
process.exitCode = report.failed === 0 && report.passed > 0 ? 0 : 1;
