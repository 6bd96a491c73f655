import { readdirSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { type Behaviour, CheckFailure, type Session } from '#check';
import { RawClient } from '../../../scripts/workshop/attack/raw-client.ts';
import type { FailureParts } from '../../../scripts/workshop/check/failure-parts.ts';
import { Caller, join, type Member } from '../conduit.ts';

const shown = { bio: 'I cook.', image: 'https://example.com/cook.png' };
const changedBody = 'Peel the carrots twice.';

/** Startup and shutdown. */
export function life(badge: Behaviour): void {
  badge('Restart', ['O2', '06'], async (app) => {
    const folder = await app.folder();
    const env = { DATABASE_URL: `file:${joinPath(folder, 'conduit.db')}` };
    const first = app.fresh(env);
    const [ann, ben] = [await join(first), await join(first)];
    if (readdirSync(folder).length === 0)
      throw new CheckFailure({
        problem: 'With DATABASE_URL=file:…, two registrations create no file.',
        expected: 'a file, or several, at the path after file:',
        cause: 'your program keeps its data in memory, or writes it only when it stops.',
      });
    const { slug } = await ann.write({ tagList: ['soup'] });
    await ben.comment(slug);
    (await ben.post(`/articles/${slug}/favorite`)).status(200);
    (await ben.post(`/profiles/${ann.username}/follow`)).status(200);
    (await ann.put('/user', { user: shown })).status(200);
    (await ann.put(`/articles/${slug}`, { article: { body: changedBody } })).status(200);
    await first.stop();
    const second = app.fresh(env);
    await expectAll(second, ann, ben, slug);
    const late = await again(second, ann).write();
    // Without a chance to save anything: what a client was told must be there already.
    await (await second.running()).kill();
    const third = app.fresh(env);
    await expectAll(third, ann, ben, slug);
    const response = await new Caller(third).get(`/articles/${late.slug}`);
    response.status(200, 'the response was sent before the article was in the file.');
  });

  badge('Shutdown', ['O4', '22'], async (app) => {
    // On a machine that is busy with something else, the first attempt may take too long.
    const problem = (await shutdownProblem(app)) && (await shutdownProblem(app));
    if (problem) throw new CheckFailure(problem);
  });
}

const logins = 4;

async function shutdownProblem(app: Session): Promise<FailureParts | undefined> {
  const own = app.fresh({ BCRYPT_COST: '10' });
  const { email, password } = await join(own);
  const port = Number(new URL(await own.url()).port);
  const body = JSON.stringify({ user: { email, password } });
  const head = 'POST /api/users/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
  const clients = Array.from({ length: logins }, () => new RawClient(port));
  for (const client of clients) client.send(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  await Promise.all(clients.map((client) => client.sent()));
  // When requests on later connections have their responses, the program has begun the others.
  for (let count = 0; count < 3; count++) {
    const later = new RawClient(port);
    later.send('GET /api/tags HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    await later.status(30_000);
    later.vanish();
  }
  const [code, ...statuses] = await Promise.all([own.stop(), ...clients.map((client) => client.status(30_000))]);
  for (const client of clients) client.vanish();
  const lost = statuses.filter((status) => status !== 200).length;
  if (lost > 0)
    return {
      problem: `${lost} of ${logins} logins were lost when the program was stopped.`,
      expected: 'a response to every request that the program has begun',
      cause: 'the program exits on SIGTERM without waiting for running requests, or has no handler for SIGTERM.',
    };
  if (code === 0) return undefined;
  return {
    problem: `The program has exited with ${code ?? 'a signal, because it did not end within 10 seconds'}.`,
    expected: 'exit code 0',
    cause: 'connections that are idle, or timers, keep the program alive after its server has been closed.',
  };
}

function again(app: Session, member: Member): Caller {
  return new Caller(app, member.token);
}

async function expectAll(app: Session, ann: Member, ben: Member, slug: string): Promise<void> {
  const response = await again(app, ben).get(`/articles/${slug}`);
  response.status(200, 'the article, or the token, did not survive a restart.');
  const { favorited, favoritesCount, author, tagList, body } = response.body.article;
  response.expect(body === changedBody, 'the change of the article from before the restart');
  response.expect(
    author.bio === shown.bio && author.image === shown.image,
    'the bio and image from before the restart',
  );
  response.expect(favorited === true && favoritesCount === 1, 'the favorite from before the restart');
  response.expect(author.username === ann.username && author.following === true, 'the follow from before the restart');
  response.expect(tagList.join() === 'soup', 'the tags from before the restart');
  const comments = await new Caller(app).get(`/articles/${slug}/comments`);
  comments.status(200).expect(comments.body.comments.length === 1, 'the comment from before the restart');
  const { email, password } = ann;
  (await new Caller(app).post('/users/login', { user: { email, password } })).status(200);
}
