/** One page of posts, and the address of the next one. */
export interface PostsPage {
  posts: { id: string; title: string; content: string }[];
  next: string | undefined;
}

/** Reads a user's posts over HTTP, as any other program on any other machine can. */
export class BlogClient {
  readonly #url = process.env.BLOG_URL || 'http://localhost:3000';

  async page(path: string, key: string): Promise<PostsPage> {
    const response = await fetch(this.#url + path, { headers: { 'X-API-Key': key } }).catch((error: Error) => {
      throw new Error(`${this.#url} can't be reached.`, { cause: error });
    });
    const body = (await response.json().catch(() => undefined)) as PostsPage['posts'] | { error: string } | undefined;
    if (!response.ok || !Array.isArray(body)) {
      const reason = body !== undefined && 'error' in body ? body.error : 'no list of posts';
      throw new Error(`${this.#url}${path} responded with ${response.status}: ${reason}.`);
    }
    return { posts: body, next: /<([^>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1] };
  }
}
