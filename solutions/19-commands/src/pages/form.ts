import { type Context, type Html, html, InvalidBody } from 'trellis';
import { csrfToken } from './csrf.ts';

/** What is wrong with a form: a sentence for each field that was refused, by its name. */
export type Problems = Record<string, string>;

export interface Field {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password' | 'lines';
  value?: string;
  autocomplete?: string;
}

/** Every form of ours is made here. The browser checks nothing: the rules stand in the DTO, once. */
export function form(ctx: Context, action: string, content: Html): Html {
  const token = html`<input type="hidden" name="csrf" value="${csrfToken(ctx)}">`;
  return html`<form method="post" action="${action}" novalidate>${token}${content}</form>`;
}

/** A field with its label, and with what is wrong with it, where both people and screen readers find it. */
export function field(
  { name, label, type = 'text', value = '', autocomplete = 'off' }: Field,
  problems: Problems = {},
): Html {
  const problem = problems[name];
  const invalid = problem === undefined ? 'false' : 'true';
  const note = problem === undefined ? '' : `${name}-problem`;
  const input =
    type === 'lines'
      ? html`<textarea id="${name}" name="${name}" rows="10" required aria-invalid="${invalid}" aria-describedby="${note}">
${value}</textarea>`
      : html`<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" required aria-invalid="${invalid}" aria-describedby="${note}">`;
  return html`<div class="field">
      <label for="${name}">${label}</label>
      ${problem !== undefined && html`<p class="problem" id="${note}">${label} ${problem}.</p>`}
      ${input}
    </div>`;
}

/** The message above a form that was refused. */
export function refusal(message: string): Html {
  return html`<p class="refusal" role="alert">${message}</p>`;
}

/** What a DTO has refused, for the people who filled in the form. Any other error is thrown on. */
export function problemsOf(error: unknown): Problems {
  if (!(error instanceof InvalidBody)) throw error;
  return Object.fromEntries(error.problems.map(({ field, problem }) => [field, problem]));
}
