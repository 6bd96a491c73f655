import { html } from 'trellis';

/** One moment of a terminal: a command, and what it prints, with the colours of a terminal. */
export interface Scene {
  readonly command: string;
  readonly output: string;
  readonly seconds: number;
}

const lineHeight = 19;
const characterWidth = 8.05;
/** The colours that our commands use. */
const colours: Record<string, string> = { 31: 'r', 32: 'g', 33: 'y', 36: 'c', 2: 'd', 90: 'd', 1: 'b' };

/** A terminal on a dark and on a light screen. Each colour can be read on its background: at least 4.5 to 1. */
const themes = {
  dark: {
    ...{ window: '#141915', edge: '#141915', knobs: '#3a443d', text: '#dfe6df' },
    ...{ r: '#ff9d8a', g: '#7fd1a0', y: '#ecc06c', c: '#7cc7d8', d: '#98a39b' },
  },
  light: {
    ...{ window: '#fbfbf8', edge: '#d9ddd6', knobs: '#d3d8d0', text: '#1d2420' },
    ...{ r: '#b0321c', g: '#1b7346', y: '#8a5f00', c: '#136d86', d: '#5c675f' },
  },
};
export type TerminalTheme = keyof typeof themes;
export const terminalThemes = Object.keys(themes) as TerminalTheme[];

/** An animated SVG that shows the scenes one after another, for ever. It needs no script. */
export function terminalPicture(scenes: readonly Scene[], columns: number, theme: TerminalTheme): string {
  const { window, edge, knobs, text, ...inks } = themes[theme];
  const inkRules = Object.entries(inks).map(([name, ink]) => `.${name}{fill:${ink}}`);
  const texts = scenes.map(({ command, output }) => [
    `\u001b[36m›\u001b[39m ${command}`,
    ...output.trimEnd().split('\n'),
  ]);
  const rows = Math.max(...texts.map((lines) => lines.length));
  const [width, height] = [Math.round(columns * characterWidth) + 40, rows * lineHeight + 62];
  const total = scenes.reduce((sum, { seconds }) => sum + seconds, 0);
  let start = 0;
  const styles: string[] = [];
  const groups = scenes.map(({ seconds }, index) => {
    const [from, to] = [start / total, (start + seconds) / total].map((share) => (share * 100).toFixed(2));
    start += seconds;
    styles.push(
      `@keyframes s${index}{0%,${from}%{opacity:0}${Number(from) + 0.01}%,${to}%{opacity:1}${Math.min(100, Number(to) + 0.01)}%,100%{opacity:0}}`,
    );
    styles.push(`.s${index}{animation:s${index} ${total}s step-end infinite}`);
    const lines = texts[index]!.map((line, row) => `<text x="20" y="${56 + row * lineHeight}">${spans(line)}</text>`);
    return `<g class="s${index}">${lines.join('')}</g>`;
  });
  const last = scenes.length - 1;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A terminal: a chapter starts, a check fails and says why, and passes after a change">
<style>text{font:13.4px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:${text};white-space:pre}${inkRules.join('')}.b{font-weight:700}g{opacity:0}
${styles.join('\n')}
@media(prefers-reduced-motion:reduce){g[class]{animation:none}.s${last}{opacity:1}}</style>
<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="12" fill="${window}" stroke="${edge}"/>${[22, 42, 62].map((x) => `<circle cx="${x}" cy="20" r="6" fill="${knobs}"/>`).join('')}
${groups.join('\n')}
</svg>
`;
}

/** The colours of a line as classes. */
function spans(line: string): string {
  let classes: string[] = [];
  return line
    .split(new RegExp(`${String.fromCharCode(27)}\\[(\\d+)m`))
    .map((part, index) => {
      if (index % 2 === 0) {
        const text = html`${part}`.toString();
        return part === '' || classes.length === 0 ? text : `<tspan class="${classes.join(' ')}">${text}</tspan>`;
      }
      if (part === '39') classes = classes.filter((name) => 'bd'.includes(name));
      else if (part === '22') classes = classes.filter((name) => !'bd'.includes(name));
      else if (colours[part] !== undefined) classes = [...classes, colours[part]];
      else classes = [];
      return '';
    })
    .join('');
}
