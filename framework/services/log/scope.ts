import { AsyncLocalStorage } from 'node:async_hooks';

/** Fields by name, in the order in which they were added. */
export type LogScope = Map<string, unknown>;

/** Costs nothing until the first scope is opened: only then does Node follow asynchronous calls. */
const scopes = new AsyncLocalStorage<LogScope>();

/**
 * Runs `work`. Whatever it logs, in any service and after any `await`, has these fields, and those of the scope around it:
 * `await withLogFields({ job: 'newsletter', job_id }, () => this.send(job))`.
 */
export function withLogFields<T>(fields: Record<string, unknown>, work: () => T): T {
  return scopes.run(new Map([...(scopes.getStore() ?? []), ...Object.entries(fields)]), work);
}

/** Adds fields to everything that the current request or job logs from now on. Outside of a scope, it does nothing. */
export function addLogFields(fields: Record<string, unknown>): void {
  const scope = scopes.getStore();
  if (scope !== undefined) for (const [name, value] of Object.entries(fields)) scope.set(name, value);
}

/** The fields of the current request or job, for a `Log` of your own. The framework's log adds them itself. */
export function currentLogFields(): Record<string, unknown> {
  return Object.fromEntries(scopes.getStore() ?? []);
}

export function currentScope(): LogScope | undefined {
  return scopes.getStore();
}

export function inScope<T>(scope: LogScope, work: () => T): T {
  return scopes.run(scope, work);
}
