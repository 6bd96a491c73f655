/** What a handler gets. Chapter 23 replaces this line by a class. */
export type Context = unknown;
