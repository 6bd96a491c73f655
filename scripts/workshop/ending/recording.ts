import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Chapter } from '../chapters.ts';
import { checksOf } from '../check/collector.ts';
import { recordRun } from '../check/recorded-run.ts';
import { hashOf, keyOf } from '../progress.ts';
import type { AppDescription, ListedRoute } from '../run/listening.ts';
import { readFiles } from '../starters.ts';
import { asRecord, readState, writeState } from '../state-file.ts';
import { feedFile, readAddress, runningUrl } from '../xray/feed.ts';
import { lastTrace } from '../xray/last-trace.ts';
import type { TraceEvent } from '../xray/trace-event.ts';

/** What the learner's program said and did when it ran for this. */
export interface Recording {
  readonly description: AppDescription;
  readonly routes: readonly ListedRoute[];
  /** One request to it. Undefined if the checks of its last steps send none. */
  readonly trace?: TraceEvent;
  /** Whether the learner has sent that request, or a check. */
  readonly isOwn?: boolean;
}

/** Of the format in the file. */
const version = 1;

/** Kept for as long as the code stays the same, because it takes some seconds. Undefined if the program can't run here. */
export async function recordingOf(repository: string, chapter: Chapter): Promise<Recording | undefined> {
  const kept = keptRecording(repository, chapter);
  if (kept !== undefined) return kept;
  if (!existsSync(join(chapter.src, 'main.ts'))) return undefined;
  const recording = await record(repository, chapter).catch(() => undefined);
  if (recording !== undefined) keep(repository, chapter, recording);
  return recording;
}

/** Without running anything. */
export function keptRecording(repository: string, chapter: Chapter): Recording | undefined {
  const entry = asRecord(readState(fileOf(repository))[keyOf(chapter)]);
  const { description, routes } = asRecord(entry.recording);
  const { modules, parts } = asRecord(description);
  if (entry.version !== version || entry.hash !== hashOf(readFiles(chapter.src))) return undefined;
  if (!Array.isArray(modules) || !Array.isArray(parts) || !Array.isArray(routes)) return undefined;
  return entry.recording as Recording;
}

function keep(repository: string, chapter: Chapter, recording: Recording): void {
  const file = fileOf(repository);
  const entry = { version, hash: hashOf(readFiles(chapter.src)), recording };
  try {
    writeState(file, { ...readState(file), [keyOf(chapter)]: entry });
  } catch {
    // A full disk: next time, it is recorded again.
  }
}

function fileOf(repository: string): string {
  return join(repository, '.workshop', 'endings.json');
}

async function record(repository: string, chapter: Chapter): Promise<Recording | undefined> {
  const own = await ownRequest(repository, chapter);
  const checks = (await checksOf(chapter)).filter(({ isRule, examine }) => !isRule && !examine);
  for (const step of [...new Set(checks.map((check) => check.step))].reverse().slice(0, 2)) {
    const run = await recordRun(
      checks.filter((check) => check.step === step),
      chapter.src,
    );
    if (run === undefined) continue;
    const { modules, parts, routes } = run.inspection;
    const trace = own ?? mostTelling(run.exchanges.flatMap((exchange) => exchange.trace ?? []));
    if (parts.length === 0) return undefined;
    return { description: { modules, parts }, routes, ...(trace && { trace, isOwn: own !== undefined }) };
  }
  return undefined;
}

/** The last request that the running chapter has responded to. */
async function ownRequest(repository: string, chapter: Chapter): Promise<TraceEvent | undefined> {
  const address = readAddress(feedFile(repository));
  if (runningUrl(chapter) === undefined || address === undefined) return undefined;
  const trace = await lastTrace(address);
  return trace?.resolution !== undefined && isSuccess(trace) ? trace : undefined;
}

/** The successful one that passes through the most of the program. */
export function mostTelling(traces: readonly TraceEvent[]): TraceEvent | undefined {
  const found = traces.filter((trace) => trace.resolution !== undefined && isSuccess(trace));
  return found.toSorted((a, b) => b.steps.length - a.steps.length)[0];
}

function isSuccess({ status, isRunning }: TraceEvent): boolean {
  return status >= 200 && status < 400 && !isRunning;
}
