import { fileURLToPath } from 'node:url';

const folder = process.env.BENCH_FRAMEWORK ?? 'chapters';

/** The framework of chapter 28: the learner's, or that of our solution. */
export const learnersFramework = fileURLToPath(
  new URL(`../../${folder}/28-your-framework/src/framework/index.ts`, import.meta.url),
);
