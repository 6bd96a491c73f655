import type { Session } from '../check/session.ts';

/**
 * The API of a chapter as data. The examiners know nothing else about an application: what they ask of a route follows from
 * its description and from the rules that hold for every route.
 */
export interface Api {
  /** The variables that the program needs, apart from the usual ones. */
  readonly env?: Readonly<Record<string, string>>;
  /** Registers somebody new. Without it, the application has no users. */
  register?(app: Session): Promise<Person>;
  /** The ways in which a request can say whose it is, by their names. */
  readonly ways: Readonly<Record<string, Way>>;
  readonly routes: readonly RouteRules[];
  /** Nothing of it outlives the process. */
  readonly isInMemory?: boolean;
  /** The chapter doesn't check yet what clients send. */
  readonly isUnvalidated?: boolean;
  /** The log may name users by their email. */
  readonly logsEmails?: boolean;
}

/** Somebody who uses the application. */
export interface Person {
  readonly password: string;
  /** What belongs to this person and can be recognized in a response: the id, the email, the name. */
  readonly marks: Readonly<Record<string, string>>;
}

export interface Way {
  /** Does what a client does to get the credential. */
  obtain(app: Session, person: Person): Promise<Credential>;
  /** The response to a request without a credential. */
  readonly missing: Refusal;
  /** Credentials that must not be accepted, by what is wrong with them. */
  readonly invalid: Readonly<Record<string, InvalidCredential>>;
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
  /** What the visitor needs before the request, and the parameters of the path that follow from it. */
  params?(visitor: Visitor): Promise<Readonly<Record<string, string>>>;
  body?(visitor: Visitor): Readonly<Record<string, unknown>>;
  /** What somebody else gets for the same path. Without it, the path belongs to nobody. */
  readonly stranger?: Refusal | { readonly status: 204 };
  /** Its response contains what everybody has written. */
  readonly isShared?: boolean;
  /** Its response contains a secret, because it gives one to the client. */
  readonly issuesSecret?: boolean;
  /** Its response is a new entry, with an id. */
  readonly creates?: boolean;
  /** The message of the line that it logs. */
  readonly logs?: string;
  /** The contract allows the error message of the store in a response. */
  readonly showsStoreErrors?: boolean;
  /** How the contract reports a store that fails, if not with a 5xx. Nobody logs such a response. */
  readonly outageStatus?: number;
  /** Tries what the request has made possible, and fails if it is not. */
  confirm?(app: Session, body: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Adds one more of what the response lists. */
  grow?(visitor: Visitor): Promise<unknown>;
}

/** The routes as they are at the end of the chapter: a step may change a route that an earlier one has described. */
export function routesAtTheEnd({ routes }: Api): RouteRules[] {
  return [
    ...new Map(routes.toSorted((one, other) => one.step - other.step).map((rules) => [rules.route, rules])).values(),
  ];
}

export function methodOf({ route }: RouteRules): string {
  return route.split(' ')[0]!;
}

/** The path with its parameters filled in. */
export function pathOf({ route }: RouteRules, params: Readonly<Record<string, string>>): string {
  return route.split(' ')[1]!.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
