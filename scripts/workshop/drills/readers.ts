import { postId } from '../incidents/blog-data.ts';
import type { UserKind } from '../incidents/traffic.ts';

/** People who read a few posts, as on every day. They need posts with these numbers. */
export function readers(count: number, { posts = 20, pause = 900 } = {}): UserKind {
  return {
    name: 'readers',
    count,
    pause,
    visit: async (user) => {
      await user.get('/posts?limit=20');
      const id = postId(Math.floor(Math.random() * posts));
      await user.get(`/posts/${id}`);
      await user.get(`/posts/${id}/comments`);
    },
  };
}
