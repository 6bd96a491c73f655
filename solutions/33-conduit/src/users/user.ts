/** A user as the table stores it. */
export interface UserRow {
  id: string;
  username: string;
  email: string;
  /** The hash. */
  password: string;
  bio: string | null;
  image: string | null;
  /** Grows with every change of the password. A token with an older one has ended. */
  token_version: number;
}

/** A user as its owner sees it. */
export interface CurrentUser {
  email: string;
  token: string;
  username: string;
  bio: string | null;
  image: string | null;
}

/** A user as others see it. */
export interface Profile {
  username: string;
  bio: string | null;
  image: string | null;
  following: boolean;
}

/** Field by field: a row with all of its columns would also be accepted as a profile, and would contain the hash. */
export function toProfile({ username, bio, image }: Omit<Profile, 'following'>, following: unknown): Profile {
  return { username, bio, image, following: Boolean(following) };
}
