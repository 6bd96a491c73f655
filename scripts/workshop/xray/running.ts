import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import type { Chapter } from '../chapters.ts';
import { type FeedAddress, type FeedEvent, feedFile } from './feed.ts';

/** Where the learner's chapter listens, if `npm run chapter` runs it in another terminal. */
export async function runningUrl({ folder, slug }: Chapter): Promise<string | undefined> {
  const address = feedAddress(`${folder}/../..`);
  if (address?.chapter !== slug) return undefined;
  const program = await firstEvent(address).catch(() => undefined);
  return program?.type === 'program' ? program.program.url : undefined;
}

function feedAddress(repository: string): FeedAddress | undefined {
  try {
    return JSON.parse(readFileSync(feedFile(repository), 'utf8')) as FeedAddress;
  } catch {
    return undefined;
  }
}

/** The feed begins with the program that runs. A chapter that was killed has left a file, but nobody listens there. */
function firstEvent({ port, token }: FeedAddress): Promise<FeedEvent> {
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      headers: { authorization: `Bearer ${token}` },
      agent: false,
      timeout: 2_000,
    };
    const request = get(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
        const event = /^data: (.*)\n\n/.exec(text)?.[1];
        if (event === undefined) return;
        resolve(JSON.parse(event) as FeedEvent);
        request.destroy();
      });
      response.on('end', () => reject(new Error('The feed ended.'))).on('error', reject);
    });
    request.on('error', reject).on('timeout', () => request.destroy(new Error('The feed is silent.')));
  });
}
