import type { Check } from './check-definition.ts';
import type { Exchange } from './exchange.ts';
import { type Inspection, inspect } from './inspect.ts';
import { Run } from './run.ts';

/** What a program has done with the requests of some checks, with traces, and what it says about itself. */
export interface RecordedRun {
  readonly exchanges: readonly Exchange[];
  readonly inspection: Inspection;
}

/** Undefined if one of the checks fails, or can't run here. */
export async function recordRun(checks: readonly Check[], src: string): Promise<RecordedRun | undefined> {
  const run = new Run(src, { env: { TRELLIS_TRACE: '1' } });
  let inspection: Inspection | undefined;
  try {
    for (const check of checks) {
      const { failure, skipped } = await run.result(check);
      if (failure !== undefined || skipped !== undefined) return undefined;
    }
    const exchanges = [...run.exchanges];
    const look: Check['body'] = async (app) => {
      inspection = await inspect(app);
    };
    await run.result({ step: 0, name: 'what the application says about itself', body: look });
    return inspection && { exchanges, inspection };
  } finally {
    await run.end();
  }
}
