/** An argument that is ignored looks like one that has worked. */
export function refuseArguments(script: string, advice: string, given: readonly string[]): void {
  if (given.length > 0) throw new Error(`npm run ${script} takes no arguments, and got: ${given.join(' ')}.${advice}`);
}
