import { graded } from '#check';
import { articleChanges } from './sections/article-changes.ts';
import { articles } from './sections/articles.ts';
import { comments } from './sections/comments.ts';
import { ofArticles, ofComments, ofFavorites, ofLists, ofProfiles, ofUsers } from './sections/consequences.ts';
import { currentUser } from './sections/current-user.ts';
import { favorites } from './sections/favorites.ts';
import { general } from './sections/general.ts';
import { lists } from './sections/lists.ts';
import { profiles } from './sections/profiles.ts';
import { tokens } from './sections/tokens.ts';
import { users } from './sections/users.ts';

/** Cheap hashes, as O6 allows: a run registers dozens of users. On a busy machine, even so, some responses take a while. */
const { section } = graded(import.meta.url, 'docs/reference/conduit.md', {
  deadline: 20_000,
  env: { BCRYPT_COST: '4' },
});

section(1, general);
section(2, tokens);
section(3, users);
section(4, currentUser);
section(4, ofUsers);
section(5, profiles);
section(5, ofProfiles);
section(6, articles);
section(6, articleChanges);
section(6, ofArticles);
section(7, lists);
section(7, ofLists);
section(8, favorites);
section(8, ofFavorites);
section(9, comments);
section(9, ofComments);
