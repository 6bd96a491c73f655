import type { App } from 'trellis';

/** The application, as `app.describe()` describes it. */
export type AppDescription = ReturnType<App['describe']>;

export interface ListedRoute {
  method?: string;
  path: string;
  handler: string;
}

/** What a program reports when its port is open. */
export interface Listening {
  url: string;
  /** A server without Trellis, of which nothing else is known. */
  isBare?: boolean;
  routes: ListedRoute[];
  description: AppDescription;
  /** The methods of each class that a module declares, by the name of the class. */
  methods: Record<string, string[]>;
  /** The route groups of all controllers, and the groups inside of them. */
  groups: RouteGroup[];
}

export interface RouteGroup {
  /** With those of the groups around it, like the middlewares. */
  path: string;
  middlewares: string[];
  /** Every route inside of it, with its path below the group. */
  children: { method?: string; path: string }[];
}
