import { existsSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';

export interface User {
  id: number;
  username: string;
  email: string;
  password: string;
  bio: string | null;
  image: string | null;
  /** Grows with every change of the password, which ends the tokens of the old one. */
  version: number;
  follows: number[];
}

export interface Article {
  id: number;
  slug: string;
  title: string;
  description: string;
  body: string;
  tagList: string[];
  author: number;
  createdAt: string;
  updatedAt: string;
  /** The ids of the users. */
  favorites: number[];
  comments: Comment[];
}

export interface Comment {
  id: number;
  body: string;
  author: number;
  createdAt: string;
}

/** Everything that Conduit knows. Lists are in the order of creation, and no function waits while it changes them. */
export const data = { lastId: 0, users: [] as User[], articles: [] as Article[] };

export function nextId(): number {
  data.lastId += 1;
  return data.lastId;
}

export const userById = (id: number) => data.users.find((user) => user.id === id);
export const userByName = (name: string) => data.users.find((user) => isSame(user.username, name));
export const userByEmail = (email: string) => data.users.find((user) => isSame(user.email, email));

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

let file: string | undefined;
let writing: Promise<void> = Promise.resolve();
let next: Promise<void> | undefined;

export async function open(url: string): Promise<void> {
  file = url.startsWith('file:') ? url.slice('file:'.length) : undefined;
  if (file !== undefined && existsSync(file)) Object.assign(data, JSON.parse(readFileSync(file, 'utf8')));
}

/** Resolves when everything that has changed so far is in the file. Calls that come during a write share the next one. */
export function saved(): Promise<void> {
  if (file === undefined) return Promise.resolve();
  next ??= writing.then(() => {
    next = undefined;
    writing = write(file!);
    return writing;
  });
  return next;
}

/** Renamed when it is complete: a crash leaves the old file. */
async function write(path: string): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(data));
  await rename(`${path}.new`, path);
}
