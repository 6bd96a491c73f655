import type MarkdownIt from 'markdown-it';

/**
 * Besides pictures (picture-block.ts), the only HTML that our Markdown may contain: `<details><summary>Title</summary>`
 * and `</details>`, each alone on its line. GitHub draws it as a fold-out, and so do we. The title is plain text.
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
}
