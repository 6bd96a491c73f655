import { isDeepStrictEqual } from 'node:util';
import type { CheckedResponse } from '../check/checked-response.ts';
import { noteWords } from '../check/random.ts';
import type { Orders, Session } from '../check/session.ts';
import type { Tables } from '../run/messages.ts';
import { type Api, type Credential, methodOf, type Person, pathOf, type RouteRules } from './api.ts';
import { encode, formType, openForm } from './open-form.ts';
import { alike, type Told, tokens, told } from './told.ts';

/** One request that is ready to be sent, by somebody who has sent none before. */
export interface Visit {
  readonly rules: RouteRules;
  /** The way in which the request says whose it is. */
  readonly way?: string;
  readonly person: Person;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** The fields of its form that nobody sees, which are part of the body. */
  readonly hidden?: Readonly<Record<string, string>>;
}

export interface Secret {
  /** `password`, or the name of a way. */
  readonly what: string;
  readonly value: string;
  readonly isStoredAsDigest: boolean;
}

/** A program whose stores can be disturbed, and everything that is known about the people who use it. */
export class Laboratory {
  readonly api: Api;
  readonly app: Session;
  readonly secrets: Secret[] = [];
  /** Of everybody so far. */
  readonly emails: string[] = [];
  /** Every response so far, for those who look for secrets. */
  readonly responses: { readonly rules: RouteRules; readonly response: CheckedResponse }[] = [];

  /** The last step that is done: routes of later ones don't work yet. */
  step = 0;
  /** What each person has written, to recognize it. */
  readonly #words = new Map<Person, readonly string[]>();
  readonly #viewers = new Map<Person, Map<string, Readonly<Record<string, string>>>>();

  constructor(app: Session, api: Api) {
    this.api = api;
    this.app = app;
  }

  /** In a program of its own. */
  static open(app: Session, api: Api, env: Readonly<Record<string, string>> = {}): Laboratory {
    const kind = api.isInMemory ? 'services' : 'stores';
    const usual = {
      BCRYPT_COST: '4',
      LOG_LEVEL: 'debug',
      TRELLIS_LABORATORY: kind,
      TRELLIS_FALLIBLE: api.fallible?.methods.join(),
      TRELLIS_BOOLEANS: api.collections ? 'strict' : '',
    };
    return new Laboratory(app.fresh({ ...usual, ...api.env, ...env }, { program: api.program }), api);
  }

  /** Another program of the same kind, of which nobody knows anything yet. */
  another(): Laboratory {
    const lab = new Laboratory(this.app.fresh(), this.api);
    lab.step = this.step;
    return lab;
  }

  /** The words that this person has written. */
  wordsOf(person: Person): readonly string[] {
    return this.#words.get(person) ?? [];
  }

  /** Somebody new, who has everything that the request needs. */
  async prepare(rules: RouteRules, way = rules.ways?.[0]): Promise<Visit> {
    const words: string[] = [];
    const visit = await noteWords(words, () => this.#prepare(rules, way));
    this.#words.set(visit.person, words);
    return visit;
  }

  async #prepare(rules: RouteRules, way: string | undefined): Promise<Visit> {
    const person = await this.register();
    this.#keep('password', person.password);
    if (person.marks.email !== undefined) this.emails.push(person.marks.email);
    const headers = { ...person.headers, ...(way !== undefined && (await this.credential(person, way))) };
    const visitor = { app: this.app, person, headers };
    // An empty list says nothing about its owner.
    await rules.grow?.(visitor);
    const path = pathOf(rules, (await rules.params?.(visitor)) ?? {});
    const body = await rules.body?.(visitor);
    for (const [name, value] of Object.entries(body ?? {})) {
      if (name.endsWith('password')) this.#keep('password', String(value));
      if (name === 'refresh_token') this.#keep('refresh token', String(value));
      if (name === 'email') this.emails.push(String(value));
    }
    const visit = { rules, way, person, method: methodOf(rules), path };
    if (rules.form === undefined) return { ...visit, headers, body };
    const form = await openForm(this.app, rules.form, path, headers);
    return { ...visit, headers: form.headers, body: { ...form.hidden, ...body }, hidden: form.hidden };
  }

  /** Somebody new. If the application has no users, somebody of whom it knows nothing. */
  async register(): Promise<Person> {
    return (await this.api.register?.(this.app)) ?? { password: '', marks: {} };
  }

  /** The headers of a new credential. */
  async credential(person: Person, way: string): Promise<Readonly<Record<string, string>>> {
    return (await this.obtain(person, way)).headers;
  }

  /** A new credential, which nobody else may see from now on. */
  async obtain(person: Person, way: string): Promise<Credential> {
    const { obtain, includes = way, isStoredAsDigest = false } = this.api.ways[way]!;
    const credential = await obtain(this.app, person);
    this.#keep(includes, credential.secret, isStoredAsDigest);
    return credential;
  }

  async send(visit: Visit, orders: Orders = {}): Promise<CheckedResponse> {
    const { rules, method, path, body, headers } = visit;
    const isForm = rules.form !== undefined;
    const response = await this.app.send(method, path, isForm ? encode(body ?? {}) : body, {
      headers: { ...(isForm && { 'Content-Type': formType }), ...headers },
      orders,
    });
    if (this.api.isForPeople) response.asPage();
    this.responses.push({ rules, response });
    if (response.code === rules.status) rules.learn?.(visit.person, body ?? {});
    const cookies = response.headers.getSetCookie().join('\n');
    for (const [, id] of cookies.matchAll(/^session_id=([^;]+)/gm)) this.#keep('session id', decodeURIComponent(id!));
    if (rules.issuesSecret) for (const [signed] of response.content.matchAll(tokens)) this.#keep('token', signed);
    return response;
  }

  #keep(what: string, value: string, isStoredAsDigest = false): void {
    this.secrets.push({ what, value, isStoredAsDigest });
  }

  /** What the visitor is told: the same for everybody, if it doesn't depend on others. */
  told(visit: Visit, response: CheckedResponse): Told {
    return told(response, visit.person, this.wordsOf(visit.person), visit.rules.isShared);
  }

  /** What the application shows this person about themselves. */
  async view(person: Person): Promise<Told[]> {
    const routes = this.api.routes.filter((rules) => isView(rules) && rules.step <= this.step);
    // All of them first: a credential that is made between two views may be something new to see.
    for (const rules of routes) await this.#viewer(person, rules.ways![0]!);
    const views: Told[] = [];
    for (const rules of routes) {
      const headers = { ...person.headers, ...(await this.#viewer(person, rules.ways![0]!)) };
      const response = await this.app.send('GET', pathOf(rules, {}), undefined, { headers });
      this.responses.push({ rules, response });
      views.push(told(response, person, this.wordsOf(person)));
    }
    return views;
  }

  /** The same credential for every view of a person: a new one may be something new to see. */
  async #viewer(person: Person, way: string): Promise<Readonly<Record<string, string>>> {
    const known = this.#viewers.get(person) ?? new Map<string, Readonly<Record<string, string>>>();
    this.#viewers.set(person, known);
    const headers = known.get(way) ?? (await this.credential(person, way));
    known.set(way, headers);
    return headers;
  }

  async tables(): Promise<Tables> {
    return (await this.app.running()).tables();
  }

  /** What the program has printed, its log included. */
  async printed(): Promise<string> {
    return (await this.app.running()).printed();
  }

  /** Sends the request, and also returns what the program prints while it works on it. */
  async sendAndListen(visit: Visit, orders?: Orders): Promise<{ response: CheckedResponse; log: string }> {
    return this.listen(() => this.send(visit, orders));
  }

  async listen(send: () => Promise<CheckedResponse>): Promise<{ response: CheckedResponse; log: string }> {
    const program = await this.app.running();
    await program.printed();
    const before = program.length;
    const response = await send();
    await program.printed();
    return { response, log: program.since(before) };
  }
}

function isView(rules: RouteRules): boolean {
  const { route, ways = [], isShared = false } = rules;
  return methodOf(rules) === 'GET' && ways.length > 0 && !isShared && !route.includes(':');
}

/** Whether two lists of views say the same. */
export function sameViews(one: readonly Told[], other: readonly Told[]): boolean {
  return one.length === other.length && one.every((view, index) => alike(view, other[index]!));
}

/** The name of a table whose rows differ. */
export function changedTable(before: Tables, after: Tables): string | undefined {
  return Object.keys(after).find((name) => !isDeepStrictEqual(before[name], after[name]));
}
