import type { Session } from '../check/session.ts';

/**
 * The API of a chapter as data. The examiners know nothing else about an application: what they ask of a route follows from
 * its description and from the rules that hold for every route.
 */
export interface Api {
  /** The program to start, if it isn't `main.ts`. */
  readonly program?: string;
  /** The variables that the program needs, apart from the usual ones. */
  readonly env?: Readonly<Record<string, string>>;
  /** Registers somebody new. Without it, the application has no users. */
  register?(app: Session): Promise<Person>;
  /** The ways in which a request can say whose it is, by their names. */
  readonly ways: Readonly<Record<string, Way>>;
  readonly routes: readonly RouteRules[];
  /** Methods that requests wait for, and that may fail as a store may, after this step: `BcryptPool.hash`. */
  readonly fallible?: { readonly step: number; readonly methods: readonly string[] };
  /** Which pages may use it. */
  readonly origins?: Origins;
  /** The headers that it promises for every response. */
  readonly headers?: readonly PromisedHeader[];
  /** The most that a request may send, in bytes, after this step. */
  readonly largestBody?: { readonly step: number; readonly bytes: number };
  /** Its responses are pages, and its bodies are forms. */
  readonly isForPeople?: boolean;
  /** The step after which a form needs the token of its page. */
  readonly formsFrom?: number;
  readonly collections?: readonly Collection[];
  /** Nothing of it outlives the process. */
  readonly isInMemory?: boolean;
  /** The chapter doesn't check yet what clients send. */
  readonly isUnvalidated?: boolean;
  /** The log may name users by their email. */
  readonly logsEmails?: boolean;
}

export interface Origins {
  /** Pages of this origin may read responses. */
  readonly trusted: string;
  /** What a page of any other site gets if it wants to change something. */
  readonly refusal: Refusal;
  /** The step after which that is so, and the one after which the trusted origin may read. */
  readonly steps: { readonly forgery: number; readonly sharing: number };
}

/** A regular expression, or another rule that says in `toString` what it expects. */
export interface ExpectedHeader {
  test(value: string): boolean;
  toString(): string;
}

export interface PromisedHeader {
  readonly step: number;
  readonly name: string;
  /** `null` if the header must be missing, undefined if nothing is promised. `isUsual`: the request was as it should be. */
  value(rules: RouteRules, isUsual: boolean): ExpectedHeader | null | undefined;
  /** Why it may be missing. */
  readonly because: string;
}

/** Somebody who uses the application. */
export interface Person {
  password: string;
  /** What all requests of this person have: the address that they come from. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What belongs to this person and can be recognized in a response: the id, the email, the name. */
  readonly marks: Readonly<Record<string, string>>;
}

export interface Way {
  /** Does what a client does to get the credential. */
  obtain(app: Session, person: Person): Promise<Credential>;
  /** The response to a request without a credential. */
  readonly missing: Refusal;
  /** Credentials that must be accepted as well, although `obtain` doesn't return such ones. */
  readonly valid?: Readonly<Record<string, (obtained: Credential, app: Session) => Readonly<Record<string, string>>>>;
  /** Credentials that must not be accepted, by what is wrong with them. */
  readonly invalid: Readonly<Record<string, InvalidCredential>>;
  /** Where this other way opens a route, this one does, too: it says the same, and more. */
  readonly includes?: string;
  /** The column that notes when the credential was used. It may change although the request fails. */
  readonly notesUse?: string;
  /** The database has to contain the SHA-256 digest of the secret, and not the secret. */
  readonly isStoredAsDigest?: boolean;
}

export interface Credential {
  readonly headers: Readonly<Record<string, string>>;
  /** The part of the headers that nobody else may know. */
  readonly secret: string;
}

export interface InvalidCredential {
  headers(valid: Credential, app: Session): Record<string, string>;
  readonly refusal: Refusal;
}

export interface Refusal {
  readonly status: number;
  /** The error message. Of a redirect, the address. */
  readonly error: string;
}

/** Somebody who is about to send a request. */
export interface Visitor {
  readonly app: Session;
  readonly person: Person;
  /** Empty if the route is open to everybody. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface RouteRules {
  /** `PUT /posts/:id` */
  readonly route: string;
  /** The step after which it works as described here. */
  readonly step: number;
  /** The status of a request as it should be. */
  readonly status: number;
  /** The ways that it accepts, in their order; none if it is open to everybody. */
  readonly ways?: readonly string[];
  /** The page with its form. */
  readonly form?: string;
  /** What a request without a valid credential gets, if not what its way says. */
  readonly missing?: Refusal;
  /** What a valid credential of a way gets that it doesn't accept, if not the same as a request without a credential. */
  readonly refused?: Readonly<Record<string, Refusal>>;
  /** The rules of its body, in the notation of `@field`, and `bytes` for the most in UTF-8: `{ password: 'required,bytes=72' }`. */
  readonly fields?: Readonly<Record<string, string>>;
  /** A field whose value nobody can have twice, in upper or lower case, and what the second one gets. */
  readonly unique?: { readonly field: string; readonly refusal: Refusal };
  /** What the visitor needs before the request, and the parameters of the path that follow from it. */
  params?(visitor: Visitor): Promise<Readonly<Record<string, string>>>;
  /** What works only once, such as a refresh token, has to be a new one each time. */
  body?(visitor: Visitor): Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>;
  /** What its body refers to is in a store that ends with the process. */
  readonly isVolatile?: boolean;
  /** What the same request gets when it is sent again. This refusal also changes something. */
  readonly repeated?: Refusal;
  /** What somebody else gets for the same path. Without it, the path belongs to nobody. */
  readonly stranger?: Refusal | { readonly status: 204 };
  /** What everybody gets for a path that belongs to no entry, if not the usual status. */
  readonly absent?: Refusal;
  /** Its response contains what everybody has written. */
  readonly isShared?: boolean;
  /** Its list is cut off after a page. */
  readonly isPaged?: boolean;
  /** Its response contains a secret, because it gives one to the client. */
  readonly issuesSecret?: boolean;
  /** Its response is a new entry, with an id. */
  readonly creates?: boolean;
  /** The message of the line that it logs. */
  readonly logs?: string;
  /** Whether the contract allows the error message of the database in a response, or requires it. Without it, neither. */
  readonly storeErrors?: 'allowed' | 'shown';
  /** How the contract reports a database that fails, if not with a 5xx. Nobody logs such a response. */
  readonly outageStatus?: number;
  /** Tries what the request has made possible, and fails if it is not. */
  confirm?(app: Session, body: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** What its success changes about the person. */
  learn?(person: Person, body: Readonly<Record<string, unknown>>): void;
  /** A later step describes the route again, and what it does with its input is a part of that step. */
  readonly isInputLater?: boolean;
  /** Calls after the work is done. If one fails, the response is the usual one, and only the log has the cause. */
  readonly tidiesUp?: RegExp;
  /** How many statements it takes, whatever the data. Without it, the chapter doesn't say. */
  readonly statements?: number;
  /** It lists the newest entry first, even if several are of the same millisecond. */
  readonly isNewestFirst?: boolean;
  /** Adds one more of what the response lists. */
  grow?(visitor: Visitor): Promise<unknown>;
}

/** Entries that clients create with POST, and show, replace and delete below their ids. */
export interface Collection {
  /** The step after which it is as described here. */
  readonly step?: number;
  /** `/posts` */
  readonly path: string;
  /** The strings that a client sends. */
  body(): Readonly<Record<string, string>>;
  /** What only a PUT may set: as it is in a new entry, and after a PUT that omits it. */
  readonly initial: Readonly<Record<string, unknown>>;
  /** The same fields, with the other value. */
  readonly changes: Readonly<Record<string, unknown>>;
  readonly times?: { readonly created: string; readonly updated: string };
  /** How many characters these strings may have. */
  readonly longest: Readonly<Record<string, number>>;
  /** All fields of a new entry. */
  readonly fields: readonly string[];
  readonly lists: readonly EntryList[];
  /** A route that removes some of the entries, and which ones. */
  readonly clears?: { readonly route: string; has(entry: Readonly<Record<string, unknown>>): boolean };
}

/** A route that lists entries of a collection. */
export interface EntryList {
  readonly route: string;
  has(entry: Readonly<Record<string, unknown>>): boolean;
  readonly isNewestFirst?: boolean;
}

/** The routes as they are after a step, which may change a route that an earlier one has described. */
export function routesAfter({ routes }: Api, step = Infinity): RouteRules[] {
  const done = routes.filter((rules) => rules.step <= step).toSorted((one, other) => one.step - other.step);
  return [...new Map(done.map((rules) => [rules.route, rules])).values()];
}

/** The routes of an earlier chapter, which has examined them. */
export function earlier(api: Api): RouteRules[] {
  return routesAfter(api).map((rules) => ({ ...rules, step: 0 }));
}

export function methodOf({ route }: RouteRules): string {
  return route.split(' ')[0]!;
}

/** The path with its parameters filled in. */
export function pathOf({ route }: RouteRules, params: Readonly<Record<string, string>>): string {
  return route.split(' ')[1]!.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
