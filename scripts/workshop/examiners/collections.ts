import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { CheckedResponse } from '../check/checked-response.ts';
import { CheckFailure } from '../check/failure.ts';
import { random } from '../check/random.ts';
import type { Orders } from '../check/session.ts';
import { type Collection, methodOf, pathOf, type RouteRules, routesAfter } from './api.ts';
import { claims, longest } from './claims.ts';
import { holdBody } from './held-body.ts';
import type { Laboratory } from './laboratory.ts';
import { inGroups } from './many-at-once.ts';

type Entry = Readonly<Record<string, unknown>> & { readonly id: string };

/** More than one page of them, or more than a program keeps by mistake. */
const many = 12;

/**
 * What clients have written comes back as they wrote it, in every route that shows it; the server alone decides the rest; and a
 * change affects the entry that it names, and no other. `expected` is what the collection has to contain.
 */
export async function examineCollection(lab: Laboratory, collection: Collection): Promise<void> {
  const client = new Client(lab, collection);
  // In the same millisecond: an order that follows from the time alone is random.
  const at = Date.now() - 60_000;
  for (let count = 0; count < many; count++) await client.create(at);
  await client.expectEntries();
  await client.create(at + 1_000, claims(collection));
  await client.create(at + 1_000, {}, longest(collection));
  await client.replace(2, at + 2_000, collection.changes);
  await client.expectLists();
  await client.replace(4, at + 3_000, { ...claims(collection), ...collection.changes });
  await client.expectEntries();
  await client.expectMisses(client.expected[5]!);
  await client.replace(2, at + 4_000);
  await client.expectLists();
  await client.replace(6, at + 5_000, {}, true);
  await client.expectLists();
  await client.replaceOneByOne(5, at + 6_000);
  await client.expectEntries();
  await client.delete(3);
  await client.expectMisses(client.expected[0]!);
  await client.expectEntries();
  await client.deleteDuringReplace(1);
  await client.clear();
}

/** Somebody who uses the collection, and knows what it has to contain. */
class Client {
  readonly expected: Entry[] = [];
  readonly #gone = new Set<string>();
  readonly #lab: Laboratory;
  readonly #collection: Collection;
  readonly #headers = new Map<string, Promise<Readonly<Record<string, string>>>>();
  readonly #person: ReturnType<Laboratory['register']>;

  constructor(lab: Laboratory, collection: Collection) {
    this.#lab = lab;
    this.#collection = collection;
    this.#person = lab.register();
  }

  async create(at: number, others: Readonly<Record<string, unknown>> = {}, body = this.#body()): Promise<void> {
    const { path, fields, initial, times } = this.#collection;
    const response = await this.#send(`POST ${path}`, { body: { ...body, ...others }, at });
    if (isRefused(response, others)) return;
    const now = new Date(at).toISOString();
    response
      .fields(body, changed)
      .fields({ ...initial, ...(times && { [times.created]: now, [times.updated]: now }) }, chosenByServer);
    const entry: Entry = response.body;
    const isFree = entry.id !== others.id && !this.expected.some(({ id }) => id === entry.id);
    response.expect(isFree, 'a new id, which the server has chosen', chosenByServer);
    const names = Object.keys(entry).sort().join(', ');
    response.expect(names === [...fields].sort().join(', '), `the fields ${fields.join(', ')}, and no others`, copied);
    this.expected.unshift(entry);
  }

  /** Where everybody may change an entry, also by somebody else. */
  async replace(
    index: number,
    at: number,
    others: Readonly<Record<string, unknown>> = {},
    byAnother = false,
  ): Promise<void> {
    const { path, initial, times } = this.#collection;
    const entry = this.expected[index]!;
    const body = { ...this.#body(), ...others };
    for (const repeated of [0, 1]) {
      const route = this.#route(`PUT ${path}/:id`);
      if (route === undefined || (byAnother && route.stranger !== undefined)) return;
      const response = await this.#send(route.route, { id: entry.id, body, at, byAnother });
      if (isRefused(response, others)) return;
      const because = byAnother ? takenOver : repeated === 0 ? notReplaced : notRepeatable;
      response.status(route.status, because);
      const sent = Object.fromEntries(this.#written.map((name) => [name, body[name] ?? initial[name]]));
      const replaced = { ...entry, ...sent, ...(times && { [times.updated]: new Date(at).toISOString() }) };
      this.#expectSame(response, response.body, replaced, because);
      this.expected[index] = replaced;
    }
  }

  /** One field is new, and the others are sent as they are. */
  async replaceOneByOne(index: number, at: number): Promise<void> {
    const later = { ...this.#body(), ...this.#collection.changes };
    for (const [count, name] of this.#written.entries()) {
      const entry = this.expected[index]!;
      const body = Object.fromEntries(this.#written.map((one) => [one, one === name ? later[one] : entry[one]]));
      await this.replace(index, at + count, body);
    }
  }

  async delete(index: number): Promise<void> {
    const route = this.#route(`DELETE ${this.#collection.path}/:id`);
    if (route === undefined) return;
    const { id } = this.expected[index]!;
    this.#forget((entry) => entry.id === id);
    (await this.#send(route.route, { id })).status(route.status);
    await this.expectLists();
    await this.#expectMissing(id, 'an entry that was deleted');
  }

  /** Removes some at once, and no others. */
  async clear(): Promise<void> {
    const { clears } = this.#collection;
    const route = clears && this.#route(clears.route);
    if (clears === undefined || route === undefined) return;
    await this.expectLists();
    (await this.#send(route.route)).status(route.status);
    const [gone] = this.expected.filter(clears.has);
    this.#forget(clears.has);
    await this.expectEntries();
    if (gone !== undefined) await this.#expectMissing(gone.id, 'an entry that was deleted');
  }

  /** Every route shows the entries that it should, as they are. */
  async expectEntries(): Promise<void> {
    const { path } = this.#collection;
    const route = this.#route(`GET ${path}/:id`);
    if (route !== undefined)
      await inGroups(this.expected, async (entry) => {
        const response = await this.#send(route.route, { id: entry.id });
        this.#expectSame(response.status(route.status, lost), response.body, entry, stale);
      });
    await this.expectLists();
  }

  /** Asked for after every change: a list that was kept from before would be an old one. */
  async expectLists(): Promise<void> {
    const known = new Set(this.expected.map(({ id }) => id));
    for (const { route, has, isNewestFirst } of this.#collection.lists) {
      if (this.#route(route) === undefined) continue;
      const response = await this.#send(route);
      response.status(200).expect(Array.isArray(response.body), 'an array');
      const all = response.body as readonly (Entry | null)[];
      const removed = all.find((entry) => this.#gone.has(entry?.id ?? ''));
      response.expect(removed === undefined, `an array without ${removed?.id}, which was deleted`, wronglyListed);
      const listed = all.filter((entry): entry is Entry => known.has(entry?.id ?? ''));
      const wanted = this.expected.filter(has);
      for (const entry of wanted) {
        const [found, another] = listed.filter(({ id }) => id === entry.id);
        response.expect(found !== undefined, `an array that contains ${JSON.stringify(entry)}`, notListed);
        response.expect(another === undefined, `an array that contains ${entry.id} once`, notListed);
        this.#expectSame(response, found, entry, stale);
      }
      const odd = listed.find((entry) => !has(entry));
      response.expect(odd === undefined, `an array without ${odd?.id}, which doesn't belong there`, wronglyListed);
      const isSorted = listed.every(({ id }, index) => id === wanted[index]!.id);
      response.expect(isSorted || !isNewestFirst, 'the newest entry first, and so on', unsorted);
    }
  }

  /** A path that is only similar to that of an entry belongs to nothing, and touches nothing. */
  async expectMisses(entry: Entry): Promise<void> {
    const { id } = entry;
    const text = Object.keys(this.#body()).map((name) => String(entry[name]))[0]!;
    await this.#expectMissing(randomUUID(), 'an id that nothing has');
    await this.#expectMissing(random.word(), 'a word');
    await this.#expectMissing(id.slice(0, id.length / 2), 'the first half of an id');
    await this.#expectMissing(`_${id.slice(1)}`, 'an id in which _ replaces a character');
    await this.#expectMissing(text, 'the value of another field');
    await this.#expectMissing('constructor', 'the name of something that every object inherits');
    await this.expectEntries();
  }

  /** Its body arrives when the entry is gone. */
  async deleteDuringReplace(index: number): Promise<void> {
    const { path } = this.#collection;
    const route = this.#route(`PUT ${path}/:id`);
    const removal = this.#route(`DELETE ${path}/:id`);
    if (route?.absent === undefined || removal === undefined) return;
    const { id } = this.expected[index]!;
    const headers = await this.#headersFor(route);
    const held = await holdBody(this.#lab.app, 'PUT', pathOf(route, { id }), headers);
    await this.#send(removal.route, { id });
    this.#forget((entry) => entry.id === id);
    const { code, content } = await held.finish(this.#body());
    if (code === route.absent.status) return;
    throw new CheckFailure({
      problem: `An entry was deleted while its PUT was under way, and the PUT responded with ${code}.`,
      curl: `PUT ${path}/${id}, whose body arrives after DELETE ${path}/${id}`,
      received: `${code} ${content}`,
      expected: `${route.absent.status} ${JSON.stringify({ error: route.absent.error })}`,
      cause: 'the handler looks for the entry before it waits for the body. Read the body first.',
    });
  }

  async #expectMissing(id: string, what: string): Promise<void> {
    const { path } = this.#collection;
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const route = this.#route(`${method} ${path}/:id`);
      if (route === undefined) continue;
      const body = method === 'PUT' ? { ...this.#body(), ...this.#collection.changes } : undefined;
      const response = await this.#send(route.route, { id, body });
      const because = `the path has ${what}, and the program takes it for an entry.`;
      if (route.absent) response.error(route.absent.status, route.absent.error, because);
      else response.status(route.status, 'the program treats an entry that is already gone as an error.');
    }
  }

  #forget(isGone: (entry: Entry) => boolean): void {
    for (const { id } of this.expected.filter(isGone)) this.#gone.add(id);
    this.expected.splice(0, this.expected.length, ...this.expected.filter(({ id }) => !this.#gone.has(id)));
  }

  #expectSame(response: CheckedResponse, found: unknown, entry: Entry, because: string): void {
    const fields = found as Record<string, unknown> | undefined;
    for (const [name, value] of Object.entries(entry)) {
      if (isDeepStrictEqual(fields?.[name], value)) continue;
      const problem = `the field "${name}" to be ${JSON.stringify(value)}, got ${JSON.stringify(fields?.[name])}`;
      response.expect(false, problem, because);
    }
  }

  /** As it is after the current step; undefined if it doesn't exist yet. */
  #route(name: string): RouteRules | undefined {
    return routesAfter(this.#lab.api, this.#lab.step).find(({ route }) => route === name);
  }

  async #send(
    name: string,
    { id = '', body, byAnother, ...orders }: { id?: string; body?: unknown; byAnother?: boolean } & Orders = {},
  ): Promise<CheckedResponse> {
    const rules = this.#route(name)!;
    const headers = { ...(await this.#headersFor(rules, byAnother)) };
    return this.#lab.app.send(methodOf(rules), pathOf(rules, { id }), body, { headers, orders });
  }

  async #headersFor({ ways: [way] = [] }: RouteRules, byAnother = false): Promise<Readonly<Record<string, string>>> {
    if (way === undefined) return {};
    if (byAnother) return this.#lab.credential(await this.#lab.register(), way);
    const headers = this.#headers.get(way) ?? this.#lab.credential(await this.#person, way);
    this.#headers.set(way, headers);
    return headers;
  }

  /** The fields of a PUT. */
  get #written(): string[] {
    return Object.keys({ ...this.#collection.body(), ...this.#collection.changes });
  }

  /** With what a program might cut off, replace, or take for something else. */
  #body(): Record<string, unknown> {
    const body = Object.entries(this.#collection.body());
    return Object.fromEntries(body.map(([name, value]) => [name, ` ${value}'); -- "É" & <b>\n\${1} 100 %_ 🌻 `]));
  }
}

/** A program may also refuse a request that says too much. */
function isRefused({ code }: CheckedResponse, others: object): boolean {
  return code === 400 && Object.keys(others).length > 0;
}

const changed =
  'a value is changed on its way, for example trimmed or cut, or its bytes are not decoded as UTF-8; or it is taken from another field.';
const chosenByServer =
  'the handler or its service takes more from the body than it should (mass assignment), or sets a field to another value. Take the fields that a client may set, and no others.';
const copied = 'the whole body, or the whole row, is copied into the entry. List the fields one by one.';
const takenOver =
  'a PUT by another user changes more than its body says, such as the author. Set the columns of the body only.';
const notReplaced =
  'the change is made to a wrong field or entry, or the whole body is copied into the entry. PUT replaces what a client may set, sets an omitted field to its default, and keeps the rest.';
const notRepeatable = 'the program treats a change to the same values as an error. A PUT can be repeated.';
const lost =
  'the entry is stored under another key or in another place, or it was replaced or removed by a request for another entry.';
const stale =
  'a copy was changed instead of the entry, or a request for another entry has changed this one, or the response is not what is stored.';
const notListed = 'the list leaves entries out, contains them twice, or filters them by something else.';
const wronglyListed = 'the list is not filtered, or by something else, or an entry that was deleted is still in it.';
const unsorted =
  'the list is sorted by something else, or by the time alone: entries of the same millisecond then have no order, so use a second criterion.';
