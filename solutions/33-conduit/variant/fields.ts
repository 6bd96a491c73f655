import { Refusal } from './http.ts';

/** Returns what is wrong with a value, or undefined. */
export type Rule = (value: unknown) => string | undefined;

export function text(most: number, ...more: [RegExp, string][]): Rule {
  return (value) => {
    if (typeof value !== 'string') return 'must be a string';
    if (value.trim() === '') return "can't be blank";
    if (value.length > most) return `must have at most ${most} characters`;
    return more.find(([pattern]) => !pattern.test(value))?.[1];
  };
}

/** Allows `null` and the empty string, which mean the same. */
export function optional(rule: Rule): Rule {
  return (value) => (value === null || value === '' ? undefined : rule(value));
}

/** The fields inside the wrapper. All that is wrong with them is reported together. Fields without a rule are left out. */
export function fieldsOf<Name extends string>(
  body: unknown,
  wrapper: string,
  rules: Record<Name, Rule>,
  isPartial = false,
): Partial<Record<Name, unknown>> {
  const inner = isObject(body) ? body[wrapper] : undefined;
  if (!isObject(inner)) throw new Refusal(422, { [wrapper]: ['must be an object'] });
  const errors: Record<string, string[]> = {};
  const fields: Partial<Record<Name, unknown>> = {};
  for (const [name, rule] of Object.entries(rules) as [Name, Rule][]) {
    if (isPartial && !Object.hasOwn(inner, name)) continue;
    fields[name] = inner[name];
    const problem = rule(inner[name]);
    if (problem !== undefined) errors[name] = [problem];
  }
  if (Object.keys(errors).length > 0) throw new Refusal(422, errors);
  return fields;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
