import type { ListedRoute } from '../../workshop/run/listening.ts';

interface NeededRoute {
  readonly method: string;
  readonly path: string;
  /** The chapter that adds it. */
  readonly chapter: string;
  readonly purpose: string;
}

/** What one can do with a blog, and the route of the contract that it takes. */
const features = {
  list: { method: 'GET', path: '/posts', chapter: '04', purpose: 'List the posts' },
  read: { method: 'GET', path: '/posts/:id', chapter: '04', purpose: 'Open a post' },
  write: { method: 'POST', path: '/posts', chapter: '04', purpose: 'Write a post' },
  change: { method: 'PUT', path: '/posts/:id', chapter: '04', purpose: 'Edit and publish' },
  remove: { method: 'DELETE', path: '/posts/:id', chapter: '04', purpose: 'Delete a post' },
  register: { method: 'POST', path: '/auth/register', chapter: '08', purpose: 'Register' },
  signIn: { method: 'POST', path: '/auth/login', chapter: '09', purpose: 'Sign in' },
  mine: { method: 'GET', path: '/my-posts', chapter: '11', purpose: 'My drafts' },
} satisfies Record<string, NeededRoute>;

export type Feature = keyof typeof features;
const names = Object.keys(features) as Feature[];

/** Routes that the page uses if a program has them, and doesn't miss otherwise. */
const extras = {
  /** The drafts of everybody: there were no users when it was added. */
  drafts: { method: 'GET', path: '/admin/drafts' },
  signOut: { method: 'POST', path: '/auth/logout' },
  /** From chapter 16 on, only authors can open their drafts. */
  readMine: { method: 'GET', path: '/my-posts/:id' },
};

/** What is said about a route that the program doesn't have. */
export interface Missing {
  readonly purpose: string;
  readonly text: string;
  /** The number of the chapter that adds it. */
  readonly chapter: string;
}

export interface Offer {
  /** The path of each route that the program has, with `:id` for the parameter. */
  readonly paths: Readonly<Partial<Record<Feature | keyof typeof extras, string>>>;
  /** A server without Trellis doesn't report its routes: only its responses tell which ones it has. */
  readonly isKnown: boolean;
  /** For every route, because a response may reveal that it is missing. */
  readonly sentences: Readonly<Record<Feature, Missing>>;
  readonly missing: readonly Feature[];
}

/** What the running program offers, from the routes that it reports. `running` is the number of its chapter. */
export function offerOf(routes: readonly ListedRoute[], running = ''): Offer {
  const isKnown = routes.length > 0;
  const found = names.map((name) => [name, isKnown ? pathIn(routes, features[name]) : features[name].path] as const);
  const extra = Object.entries(extras).map(([name, route]) => [name, pathIn(routes, route)] as const);
  return {
    paths: Object.fromEntries([...found, ...extra].filter(([, path]) => path !== undefined)),
    isKnown,
    sentences: Object.fromEntries(
      names.map((name) => [name, sentenceOf(features[name], running)]),
    ) as Offer['sentences'],
    missing: found.filter(([, path]) => path === undefined).map(([name]) => name),
  };
}

function sentenceOf({ method, path, chapter, purpose }: NeededRoute, running: string): Missing {
  const yet = running <= chapter ? ' yet' : '';
  const origin = running === chapter ? 'this chapter' : `chapter ${chapter}`;
  return { purpose, chapter, text: `Your program has no ${method} ${path}${yet}: ${origin} adds it.` };
}

function pathIn(
  routes: readonly ListedRoute[],
  { method, path }: { method: string; path: string },
): string | undefined {
  const has = (wanted: string) =>
    routes.some((route) => route.method === method && shapeOf(route.path) === shapeOf(wanted));
  // An API with versions may serve the newest one only under its prefix.
  const versions = routes.map((route) => Number(/^\/api\/v(\d{1,3})\//.exec(route.path)?.[1] ?? 0));
  return [path, `/api/v${Math.max(0, ...versions)}${path}`].find(has);
}

/** Learners may give a parameter any name. */
function shapeOf(path: string): string {
  return path.replace(/:[^/]+/g, ':');
}
