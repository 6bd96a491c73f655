import type { Token } from 'markdown-it';

/** The markup around a task. It shows the state of the learner's code, which the Markdown can't contain. */
export interface CardMarkup {
  open: string;
  /** Between the task and the description of its check. */
  check: string;
  close: string;
}

/**
 * Puts each task of a chapter into a card, from the paragraph "Your task" to the end of "The check". A step may have two
 * tasks: `isLast` marks the one that is checked.
 */
export function wrapTasks(
  tokens: Token[],
  card: (step: number, title: string, isLast: boolean) => CardMarkup,
): Token[] {
  const wrapped: Token[] = [];
  let step = 0;
  let open: CardMarkup | undefined;
  let hasCheck = false;
  const close = () => {
    if (open !== undefined) wrapped.push(markup((hasCheck ? '</div>' : '') + open.close, tokens[0]!));
    open = undefined;
  };
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!;
    const label = token.type === 'paragraph_open' && token.level === 0 ? labelOf(tokens[index + 1]!) : undefined;
    if (token.level === 0 && isEnd(token, label, hasCheck)) close();
    if (token.type === 'heading_open') step = Number(/^Step (\d+):/.exec(tokens[index + 1]!.content)?.[1] ?? 0);
    if (label?.startsWith('Your task') && step > 0) {
      close();
      open = card(step, label.replace(/\.$/, ''), !hasAnother(tokens, index + 1));
      hasCheck = false;
      wrapped.push(markup(open.open, token));
      // The card has its own title.
      if (!withoutLabel(tokens[index + 1]!)) {
        index += 2;
        continue;
      }
    }
    if (label === 'The check' && open !== undefined) {
      wrapped.push(markup(`${open.check}<div class="task-check">`, token));
      hasCheck = true;
    }
    wrapped.push(token);
  }
  close();
  return wrapped;
}

/** A list after "The check" may still belong to the card. Anything else ends the card. */
function isEnd({ type, nesting }: Token, label: string | undefined, hasCheck: boolean): boolean {
  return type === 'heading_open' || label === 'Try it' || (hasCheck && nesting >= 0 && !type.endsWith('_list_open'));
}

/** The bold label at the beginning of a paragraph. */
function labelOf({ children }: Token): string | undefined {
  const [first, second] = (children ?? []).filter(({ type, content }) => type !== 'text' || content !== '');
  return first?.type === 'strong_open' ? second?.content : undefined;
}

/** Removes the label, and returns whether anything is left. */
function withoutLabel(inline: Token): boolean {
  const children = inline.children ?? [];
  const rest = children.slice(children.findIndex(({ type }) => type === 'strong_close') + 1);
  if (rest[0]?.type === 'text') rest[0].content = rest[0].content.trimStart();
  inline.children = rest;
  return rest.some(({ type, content }) => type !== 'text' || content.trim() !== '');
}

function hasAnother(tokens: readonly Token[], from: number): boolean {
  for (let index = from; index < tokens.length && tokens[index]!.type !== 'heading_open'; index++) {
    if (tokens[index]!.type === 'paragraph_open' && labelOf(tokens[index + 1]!)?.startsWith('Your task')) return true;
  }
  return false;
}

function markup(content: string, like: Token): Token {
  const token = Object.assign(Object.create(Object.getPrototypeOf(like)), like) as Token;
  return Object.assign(token, { type: 'card', tag: '', nesting: 0, content, children: null, hidden: false });
}
