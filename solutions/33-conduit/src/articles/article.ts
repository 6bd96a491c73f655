import { type Profile, toProfile } from '../users/user.ts';

/** An article, as the API returns it. */
export interface Article {
  slug: string;
  title: string;
  description: string;
  body: string;
  tagList: string[];
  createdAt: string;
  updatedAt: string;
  favorited: boolean;
  favoritesCount: number;
  author: Profile;
}

/** An article as the queries of `ArticlesService` return it: with its author, from the point of view of one caller. */
export interface ArticleRow {
  id: string;
  slug: string;
  title: string;
  description: string;
  body: string;
  author_id: string;
  created_at: string;
  updated_at: string;
  username: string;
  bio: string | null;
  image: string | null;
  /** SQLite has no boolean type: 0 and 1. */
  following: boolean | number;
  favorited: boolean | number;
  /** PostgreSQL counts in bigint, which arrives as a string. */
  favorites_count: number | string;
}

export function toArticle(row: ArticleRow, tagList: string[]): Article {
  const { slug, title, description, body, created_at, updated_at, favorited, favorites_count } = row;
  return {
    slug,
    title,
    description,
    body,
    tagList,
    createdAt: created_at,
    updatedAt: updated_at,
    favorited: Boolean(favorited),
    favoritesCount: Number(favorites_count),
    author: toProfile(row, row.following),
  };
}

/** An entry of a list. */
export function withoutBody({ body: _, ...article }: Article): Omit<Article, 'body'> {
  return article;
}
