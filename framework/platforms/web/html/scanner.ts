/** The part of the markup that a character belongs to. The names follow the HTML standard's tokenizer. */
export type State =
  | 'text'
  | 'tag open'
  | 'end tag open'
  | 'tag name'
  | 'tag'
  | 'attribute name'
  | 'after name'
  | 'before value'
  | 'unquoted'
  | 'quoted'
  | 'declaration'
  | 'comment'
  | 'code';

/** Marks the place of a value in `content`. Templates don't contain this character, and values never get there. */
export const holeMark = '\u0000';

/** Narrower than `\s`: to a browser, a no-break space is part of a name. */
const space = /[\t\n\f\r ]/;
const letter = /[a-z]/i;

/** Reads markup character by character, as a browser does, to find out in which state each value is inserted. */
export class Scanner {
  state: State = 'text';
  element = '';
  attribute = '';
  quote = '';
  /** The attribute's value so far, its holes marked. In comments and code, only the last characters, to find the end. */
  content = '';
  /** The value of the current tag's `rel`, once the scanner has passed it. The first one counts, as in a browser. */
  rel: string | undefined;
  /** Whether the current tag has an `http-equiv` so far, with any value. */
  hasHttpEquiv = false;
  /** Whether some tag has it after a `content` with a value inside, which was taken for harmless. */
  hasLateHttpEquiv = false;
  #hasContentHole = false;
  #isEndTag = false;

  read(markup: string): void {
    for (const char of markup) this.#step(char);
  }

  /** Inserts a value, of any length, into the current attribute. */
  passHole(): void {
    this.content += holeMark;
    this.#hasContentHole ||= this.attribute === 'content';
  }

  /** Skips the value of an attribute that was taken out of the markup. */
  leaveAttribute(): void {
    this.state = 'tag';
  }

  #step(char: string): void {
    switch (this.state) {
      case 'text':
        if (char === '<') this.state = 'tag open';
        return;
      case 'tag open':
        if (letter.test(char)) this.#beginElement(char, false);
        else if (char === '/') this.state = 'end tag open';
        else if (char === '!' || char === '?') this.#begin('declaration');
        else if (char !== '<') this.state = 'text';
        return;
      case 'end tag open':
        if (letter.test(char)) this.#beginElement(char, true);
        else this.#begin(char === '>' ? 'text' : 'declaration');
        return;
      case 'tag name':
        if (char === '>') this.#closeTag();
        else if (char === '/' || space.test(char)) this.state = 'tag';
        else this.element += char.toLowerCase();
        return;
      case 'tag':
      case 'after name':
        if (char === '>') this.#closeTag();
        else if (char === '=' && this.state === 'after name') this.state = 'before value';
        else if (char === '/') this.state = 'tag';
        else if (!space.test(char)) this.#beginAttribute(char);
        return;
      case 'attribute name':
        if (char === '>') this.#closeTag();
        else if (char === '=') this.state = 'before value';
        else if (char === '/') this.state = 'tag';
        else if (space.test(char)) this.state = 'after name';
        else this.attribute += char.toLowerCase();
        return;
      case 'before value':
        if (char === '"' || char === "'") this.#beginValue(char);
        else if (char === '>') this.#closeTag();
        else if (!space.test(char)) this.#beginUnquoted(char);
        return;
      case 'unquoted':
        if (char === '>' || space.test(char)) this.#endValue();
        else this.content += char;
        if (char === '>') this.#closeTag();
        return;
      case 'quoted':
        if (char === this.quote) this.#endValue();
        else this.content += char;
        return;
      case 'declaration':
        if (this.content.length < 2) this.content += char;
        if (this.content === '--') this.#begin('comment');
        else if (char === '>') this.state = 'text';
        return;
      case 'comment':
        this.content = (this.content + char).slice(-4);
        // `<!-->` and `<!--->` are complete comments, and `--!>` ends one too.
        if (/^-?>$|--!?>$/.test(this.content)) this.state = 'text';
        return;
      case 'code':
        this.#stepInCode(char);
    }
  }

  /** Inside a script or a style sheet, only its own end tag counts. */
  #stepInCode(char: string): void {
    const end = `</${this.element}`;
    if (this.content === end && (char === '>' || char === '/' || space.test(char))) {
      this.#isEndTag = true;
      this.state = char === '>' ? 'text' : 'tag';
      return;
    }
    this.content = (this.content + char.toLowerCase()).slice(-end.length);
  }

  #begin(state: State): void {
    this.state = state;
    this.content = '';
  }

  #beginElement(char: string, isEndTag: boolean): void {
    this.state = 'tag name';
    this.element = char.toLowerCase();
    this.rel = undefined;
    this.hasHttpEquiv = false;
    this.#hasContentHole = false;
    this.#isEndTag = isEndTag;
  }

  #beginAttribute(char: string): void {
    this.state = 'attribute name';
    this.attribute = char.toLowerCase();
  }

  #beginValue(quote: string): void {
    this.#begin('quoted');
    this.quote = quote;
  }

  #beginUnquoted(char: string): void {
    this.#begin('unquoted');
    this.content = char;
  }

  #endValue(): void {
    if (this.attribute === 'rel') this.rel ??= this.content;
    if (this.attribute === 'http-equiv') {
      this.hasHttpEquiv = true;
      this.hasLateHttpEquiv ||= this.#hasContentHole;
    }
    this.state = 'tag';
  }

  #closeTag(): void {
    const isCode = !this.#isEndTag && (this.element === 'script' || this.element === 'style');
    this.#begin(isCode ? 'code' : 'text');
  }
}
