import { type Context, type Html, html, InvalidBody } from 'trellis';
import { csrfToken } from './csrf.ts';

/** What is wrong with a form: the name of each refused field, and the end of a sentence about it: `is required`. */
export type Problems = Record<string, string>;

export interface Field {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password' | 'lines';
  value?: string;
  autocomplete?: string;
}

/** All forms of the blog are made here. The browser doesn't validate them: the rules are in the DTO, once. */
export function form(ctx: Context, action: string, content: Html): Html {
  const token = html`<input type="hidden" name="csrf" value="${csrfToken(ctx)}">`;
  return html`<form method="post" action="${action}" novalidate>${token}${content}</form>`;
}

/** A field with its label, and with the problem, if there is one. */
export function field(
  { name, label, type = 'text', value = '', autocomplete = 'off' }: Field,
  problems: Problems = {},
): Html {
  const problem = problems[name];
  const invalid = problem === undefined ? 'false' : 'true';
  const note = problem === undefined ? '' : `${name}-problem`;
  const input =
    type === 'lines'
      ? html`<textarea id="${name}" name="${name}" rows="8" required aria-invalid="${invalid}" aria-describedby="${note}">\n${value}</textarea>`
      : html`<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" required aria-invalid="${invalid}" aria-describedby="${note}">`;
  return html`<div class="field">
      <label for="${name}">${label}</label>
      ${problem !== undefined && html`<p class="problem" id="${note}">${label} ${problem}.</p>`}
      ${input}
    </div>`;
}

/** The message above a form that was refused. It comes first, so that a screen reader reads it before the fields. */
export function refusal(message: string): Html {
  return html`<p class="refusal" role="alert">${message}</p>`;
}

/** The fields that a DTO has refused. Rethrows every other error: it isn't the fault of the person who typed. */
export function problemsOf(error: unknown): Problems {
  if (!(error instanceof InvalidBody)) throw error;
  return Object.fromEntries(error.problems.map(({ field, problem }) => [field, problem]));
}
