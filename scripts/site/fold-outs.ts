import type MarkdownIt from 'markdown-it';

/**
 * Besides pictures (picture-block.ts), the only HTML that our Markdown may contain: `<details><summary>Title</summary>`
 * and `</details>`, each alone on its line. GitHub draws it as a fold-out, and so do we. The title is plain text.
 * A paragraph that only says `**Answers**` begins one, too, which ends with its section: readers of the questions haven't thought yet.
 */
export function foldOuts(markdown: InstanceType<typeof MarkdownIt>): void {
  markdown.block.ruler.before('paragraph', 'fold-out', (state, line, _end, isSilent) => {
    const text = state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]!);
    const title = /^<details><summary>([^<>]*)<\/summary>$/.exec(text)?.[1];
    if (title === undefined && text !== '</details>') return false;
    if (isSilent) return true;
    const token = state.push('fold-out', '', 0);
    token.content = title ?? '';
    token.hidden = title === undefined;
    state.line = line + 1;
    return true;
  });
  markdown.renderer.rules['fold-out'] = (tokens, index) => {
    const { hidden, content } = tokens[index]!;
    return hidden ? '</details>\n' : `<details class="fold"><summary>${markdown.utils.escapeHtml(content)}</summary>\n`;
  };
  markdown.core.ruler.push('answers', ({ tokens, Token }) => {
    const start = tokens.findIndex(({ type, content }) => type === 'inline' && content === '**Answers**') - 1;
    if (tokens[start]?.type !== 'paragraph_open' || tokens[start].level > 0) return;
    const end = tokens.findIndex(({ type }, index) => index > start && type === 'heading_open');
    const [open, close] = [new Token('fold-out', '', 0), new Token('fold-out', '', 0)];
    open.content = 'Answers';
    close.hidden = true;
    tokens.splice(end < 0 ? tokens.length : end, 0, close);
    tokens.splice(start, 3, open);
  });
}
