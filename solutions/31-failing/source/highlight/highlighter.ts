import { inject } from 'trellis';
import { PostsService } from '../posts/posts.service.ts';

/** A post in which the words that somebody has looked for are marked: between `[` and `]`, and a client draws them as it likes. */
export class Highlighted {
  constructor(
    readonly id: string,
    readonly title: string,
    readonly content: string,
  ) {}
}

// #region step-3
/** Posts that are kept. The newest searches are the ones that are repeated: by a reload, or the next reader of the same list. */
const most = 100;

// #starter
// #endregion
/** Marks words in posts. */
export class Highlighter {
  @inject(PostsService) private readonly posts!: PostsService;
  /** Many readers come from the same page of a search engine, with the same words. */
  readonly #known = new Map<string, Highlighted>();

  /** Undefined if there is no such post, or if it isn't published. */
  async find(id: string, words: readonly string[]): Promise<Highlighted | undefined> {
    const post = await this.posts.find(id);
    if (post === undefined) return undefined;
    const key = JSON.stringify([id, post.updated_at, ...words]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const highlighted = new Highlighted(id, mark(post.title, words), mark(post.content, words));
    // #region step-3
    // A Map keeps the order of insertion, so its first key is the oldest.
    if (this.#known.size >= most) this.#known.delete(this.#known.keys().next().value!);
    // #endregion
    this.#known.set(key, highlighted);
    return highlighted;
  }
}

function mark(text: string, words: readonly string[]): string {
  const wanted = new Set(words.map((word) => word.toLowerCase()));
  return text.replaceAll(/\p{L}+/gu, (word) => (wanted.has(word.toLowerCase()) ? `[${word}]` : word));
}
