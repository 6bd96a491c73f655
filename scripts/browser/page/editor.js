import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';

// The colours of the site. They follow its light and dark.
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: 'var(--violet)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: [tags.typeName, tags.className, tags.definition(tags.typeName)], color: 'var(--blue)' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: 'var(--blue)' },
  { tag: tags.comment, color: 'var(--soft)', fontStyle: 'italic' },
  { tag: tags.meta, color: 'var(--warn)' },
]);

const look = EditorView.theme({
  '&': { height: '100%', background: 'var(--paper)', color: 'var(--ink)', fontSize: '0.875rem' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { background: 'var(--panel)', color: 'var(--soft)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine, .cm-activeLineGutter': {
    background: 'color-mix(in srgb, var(--accent-soft) 55%, transparent)',
  },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 28%, transparent)',
  },
  '.cm-selectionMatch, .cm-searchMatch': { background: 'var(--marked)' },
  '.cm-panels, .cm-tooltip': { background: 'var(--panel)', color: 'var(--ink)', borderColor: 'var(--line)' },
  '.cm-panels button, .cm-panels input': { font: 'inherit', color: 'inherit', background: 'var(--paper)' },
});

/**
 * Typing over a selection. Chromium would merge the lines with an inline style, which the page's policy blocks with a message in the
 * console, before CodeMirror reads what has changed.
 */
const replaceSelection = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { state } = view;
    if (event.inputType !== 'insertText' || !event.data || state.selection.main.empty || view.composing) return false;
    event.preventDefault();
    view.dispatch(state.replaceSelection(event.data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

/** One editor for all files of a chapter: each has its own history and cursor. */
export class Editor {
  #view;
  #states = new Map();
  #onChange;
  #onCheck;
  current = '';

  /** In a shadow root: there, the editor's styles need no exception in the page's policy. */
  constructor(host, { onChange, onCheck }) {
    this.#onChange = onChange;
    this.#onCheck = onCheck;
    const root = host.attachShadow({ mode: 'open' });
    this.#view = new EditorView({ parent: root, root });
  }

  open(name, text) {
    if (this.current) this.#states.set(this.current, this.#view.state);
    this.current = name;
    this.#view.setState(this.#states.get(name) ?? this.#newState(name, text));
  }

  /** Forgets what was typed: the files have been replaced. */
  forget() {
    this.#states.clear();
    this.current = '';
  }

  focus() {
    this.#view.focus();
  }

  /** Marks what the compiler complains about in the file that is open. */
  mark(problems) {
    const { doc } = this.#view.state;
    const found = problems
      .filter(({ file, line }) => file === this.current && line <= doc.lines)
      .map(({ line, column, length, text }) => {
        const { from, to } = doc.line(line);
        const start = Math.min(from + column, to);
        return { from: start, to: Math.min(start + Math.max(length, 1), to), severity: 'error', message: text };
      });
    this.#view.dispatch(setDiagnostics(this.#view.state, found));
  }

  #newState(name, doc) {
    const check = () => {
      this.#onCheck();
      return true;
    };
    return EditorState.create({
      doc,
      extensions: [
        lineNumbers(),
        // On a phone, half of a line would be out of sight, and on a tablet some.
        matchMedia('(max-width: 70rem)').matches ? EditorView.lineWrapping : [],
        highlightActiveLineGutter(),
        highlightActiveLine(),
        history(),
        drawSelection(),
        replaceSelection,
        indentOnInput(),
        indentUnit.of('  '),
        bracketMatching(),
        highlightSelectionMatches(),
        search({ top: true }),
        lintGutter(),
        javascript({ typescript: true }),
        syntaxHighlighting(colours),
        look,
        // Tab isn't among them: it moves on to the next control, as everywhere on the page.
        keymap.of([
          { key: 'Mod-s', run: check },
          { key: 'Mod-Enter', run: check },
          ...defaultKeymap,
          ...historyKeymap,
          ...searchKeymap,
          ...lintKeymap,
        ]),
        EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': `Code of ${name}. Control and ] indents.` }),
        EditorView.updateListener.of(
          ({ docChanged, state }) => docChanged && this.#onChange(name, state.doc.toString()),
        ),
      ],
    });
  }
}
