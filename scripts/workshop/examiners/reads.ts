import type { RouteRules } from './api.ts';
import { type Laboratory, sameViews, type Visit } from './laboratory.ts';

/** Credentials, and what describes a message or a browser, and nobody's identity. */
const usual =
  /^(header (authorization|x-api-key|cookie|origin|referer|host|user-agent|range|expect|upgrade|(content|accept|sec|if|x-forwarded|access-control)-.*|accept|traceparent|x-request-id|forwarded|idempotency-key|last-event-id)|cookie .*(session|token|csrf).*)$/i;

/**
 * Of a route that needs a credential: whatever else its code reads of a request, the id or the email of another user in that
 * place shows nothing that they have written, and changes nothing of theirs.
 */
export async function examineReads(lab: Laboratory, rules: RouteRules, reads: readonly string[]): Promise<void> {
  if ((rules.ways ?? []).length === 0 || rules.isShared) return;
  for (const read of reads) {
    if (usual.test(read)) continue;
    for (const mark of ['id', 'email']) await examineRead(lab, rules, read, mark);
  }
}

async function examineRead(lab: Laboratory, rules: RouteRules, read: string, mark: string): Promise<void> {
  const { person: victim } = await lab.prepare(rules);
  const claimed = victim.marks[mark];
  if (claimed === undefined) return;
  const before = await lab.view(victim);
  const response = await lab.send(claiming(await lab.prepare(rules), read, claimed));
  const known = Object.values(victim.marks).join(' ');
  const written = lab.wordsOf(victim).filter((word) => !known.includes(word));
  const because = `the program believes the ${read.replace(' ', ' "')}", which anyone can set. Who a request is from follows from its credential.`;
  response.expect(
    !written.some((word) => response.content.includes(word)),
    'nothing that another user has written',
    because,
  );
  response.expect(sameViews(await lab.view(victim), before), 'nothing of another user to change', because);
}

function claiming(visit: Visit, read: string, value: string): Visit {
  const [kind, name = ''] = read.split(/ (.*)/s);
  if (kind === 'query') return { ...visit, path: `${visit.path}?${new URLSearchParams({ [name]: value })}` };
  if (kind === 'header') return { ...visit, headers: { ...visit.headers, [name]: value } };
  const cookies = [visit.headers.Cookie, `${name}=${encodeURIComponent(value)}`].filter(Boolean);
  return { ...visit, headers: { ...visit.headers, Cookie: cookies.join('; ') } };
}
