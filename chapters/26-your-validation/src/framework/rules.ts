/** The rules of one property, as a tag lists them: 'required,email' or 'integer,min=1'. */
export interface FieldRules {
  type: FieldType;
  required?: boolean;
  email?: boolean;
  min?: number;
  max?: number;
}

export type FieldType = keyof typeof ZERO;

/** The value of a property that wasn't sent. */
export const ZERO = { string: '', number: 0, integer: 0, boolean: false };

/** The words that may follow the type. */
const RULES: Record<FieldType, { pattern: RegExp; allowed: string }> = {
  string: { pattern: /^(required|email|(min|max)=\d+)$/, allowed: 'required, email, min=<integer>, max=<integer>' },
  number: { pattern: /^(required|(min|max)=-?\d+(\.\d+)?)$/, allowed: 'required, min=<number>, max=<number>' },
  integer: { pattern: /^(required|(min|max)=-?\d+)$/, allowed: 'required, min=<integer>, max=<integer>' },
  boolean: { pattern: /^required$/, allowed: 'required' },
};

export function parseTag(tag: string): FieldRules {
  // Step 1: split the tag, and check each word against RULES.
  void [tag, RULES];
  return { type: 'string' };
}

/** Checks what was sent for one property. Adds to `problems`, or returns the value. */
export type FieldCheck = (sent: unknown, problems: string[]) => unknown;

/** Turns rules into a function, once. What can be decided before a request comes is decided here. */
export function compileField(rules: FieldRules): FieldCheck {
  // Step 2: zero values, types and `required`. Step 3: the other rules.
  void rules;
  return (sent) => sent;
}
