import { inject } from 'trellis';
import { PostsService } from '../posts/posts.service.ts';

/** Listens to the posts: nothing about them knows of this history. */
export class HistoryService {
  @inject(PostsService) private readonly posts!: PostsService;
  readonly #entries: { event: string; post: string; at: string }[] = [];

  onStart(): void {
    this.posts.onChange((event, post, at) => {
      this.#entries.unshift({ event, post, at });
      this.#entries.splice(100);
    });
  }

  entries() {
    return this.#entries;
  }
}
