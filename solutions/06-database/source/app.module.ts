import { module } from 'trellis';
import { AdminModule } from './admin/admin.module.ts';
import { NewsletterModule } from './newsletter/newsletter.module.ts';
import { PostsModule } from './posts/posts.module.ts';

/** What the application is made of. */
export const AppModule = module('AppModule', {
  imports: [PostsModule, AdminModule, NewsletterModule],
});
