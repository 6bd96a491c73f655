import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

const cost = Number(process.env.BCRYPT_COST || 10);

/** `salt.key`; scrypt works on threads of its own, and uses the whole password. */
export async function hash(password: string, salt = randomBytes(16)): Promise<string> {
  const N = 2 ** (cost + 4);
  const key = await new Promise<Buffer>((resolve, reject) =>
    scrypt(password, salt, 32, { N, r: 8, p: 5, maxmem: 256 * N * 8 }, (error, derived) =>
      error ? reject(error) : resolve(derived),
    ),
  );
  return `${salt.toString('base64')}.${key.toString('base64')}`;
}

const nobody = `${Buffer.alloc(16).toString('base64')}.${Buffer.alloc(32).toString('base64')}`;

/** Without a hash it does the same work, and fails: the time must not tell who has an account. */
export async function matches(password: string, stored = nobody): Promise<boolean> {
  const salt = Buffer.from(stored.split('.')[0]!, 'base64');
  return timingSafeEqual(Buffer.from(await hash(password, salt)), Buffer.from(stored)) && stored !== nobody;
}
