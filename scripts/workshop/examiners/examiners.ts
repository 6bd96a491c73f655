import type { Check, CheckBody, CheckOptions } from '../check/check-definition.ts';
import { CheckFailure } from '../check/failure.ts';
import type { Session } from '../check/session.ts';
import { isOfVariation } from '../variation/routes.ts';
import { type Api, methodOf, type RouteRules, routesAfter } from './api.ts';
import { examineBodies } from './bodies.ts';
import { examineCollection } from './collections.ts';
import { examineCallers, examineIdentity } from './contract.ts';
import { examineEntries } from './entries.ts';
import { examineFields } from './fields.ts';
import { examineForms } from './forms.ts';
import { examineGrowth } from './growth.ts';
import { examineHeaders } from './headers.ts';
import { examineInputs } from './hostile.ts';
import { Laboratory } from './laboratory.ts';
import { examineRestart, examineTwins } from './life.ts';
import { examineLog } from './logs.ts';
import { examineMarkup } from './markup.ts';
import { examineForgery, examineSharing } from './origins.ts';
import { examineOutage } from './outage.ts';
import { examinePages } from './pages.ts';
import { examineRefusedForms } from './refused-forms.ts';
import { examineSecrets } from './secrets.ts';
import { examineSizes } from './sizes.ts';
import { examineStart } from './start.ts';
import { examineStatements } from './statements.ts';
import { examineTogether } from './together.ts';
import { examineUnique } from './unique.ts';

type Define = (name: string, body: CheckBody, options?: CheckOptions & Pick<Check, 'isRule'>) => void;
type Examiner = (lab: Laboratory, rules: RouteRules) => Promise<void>;

const ofEachRoute: Record<string, Examiner> = {
  'every caller gets what the contract promises': examineCallers,
  'only the credential decides who a request is from': examineIdentity,
  'every field keeps its rules, exactly': examineFields,
  'what must be unique is unique, even if several requests come at once': examineUnique,
  'however a body arrives, and whatever credential comes with it, it means the same': examineBodies,
  'unusual input gets a response, and never a 5xx': examineInputs,
  'every page has a title, and every field a label': examinePages,
  'what people type never becomes a part of a page': examineMarkup,
  'a form that was refused is shown to nobody else, and names its problems': examineRefusedForms,
  // Before the next one, which would notice that two entries are one, and couldn't say why.
  'every entry has a unique id': examineEntries,
  'requests of several users at the same time do not affect each other': examineTogether,
  'if a store fails, the response is a 5xx, the log has the cause, and nothing is half written': examineOutage,
  'the database gets as few statements as possible, and no values in their text': examineStatements,
  'the log has what it should have, and nothing that users have written': examineLog,
  'new entries appear at once, in order, and the number of queries does not grow with them': examineGrowth,
};

/** On a busy machine, many requests at once take their time. Never two of them at once: some compare the tables. */
const rule = { isRule: true, deadline: 30_000, concurrent: false };

/** Defines the checks that hold every route of this step to the rules for all routes. */
export function examine(check: Define, api: Api, step: number): void {
  const routes = api.routes.filter((rules) => rules.step === step);
  for (const [name, examiner] of Object.entries(ofEachRoute)) {
    const own = routes.filter((rules) => concerns(examiner, rules, api));
    if (own.length === 0) continue;
    check(
      name,
      async (app) => {
        const lab = await enter(app, api, step);
        for (const rules of own) await examiner(lab, rules);
      },
      rule,
    );
  }
  for (const [name, from, examiner] of rulesOfAll(api, step)) {
    const candidates = from === step ? routesAfter(api).filter((rules) => rules.step <= step) : routes;
    const concerned = candidates.filter((rules) => examiner !== examineForms || rules.form !== undefined);
    if (concerned.length === 0) continue;
    check(
      name,
      async (app) => {
        const lab = await enter(app, api, step);
        for (const rules of concerned) await examiner(lab, rules);
      },
      rule,
    );
  }
  const changed = new Set(routes.map(({ route }) => route.replace(/^\S+ /, '').replace(/\/:.*/, '')));
  const isNew = (name: string) => routes.some(({ route }) => route === name);
  const collections =
    api.collections?.filter(
      ({ path, lists, clears, step: from = 0 }) =>
        step >= from &&
        (changed.has(path) || [...lists, ...(clears ? [clears] : [])].some(({ route }) => isNew(route))),
    ) ?? [];
  if (collections.length > 0) {
    check(
      'what was written comes back unchanged, and a change affects one entry',
      async (app) => {
        const lab = await enter(app, api, step);
        for (const collection of collections) await examineCollection(lab, collection);
      },
      rule,
    );
  }
  if (api.register === undefined) return;
  check(
    'secrets appear only where they belong',
    async (app) => {
      const lab = await enter(app, api, step);
      for (const rules of routes) await lab.send(await lab.prepare(rules));
      await examineSecrets(lab);
    },
    rule,
  );
}

/** Rules that hold for all routes from one step on. In that step, the routes of earlier ones are examined, too. */
function rulesOfAll(api: Api, step: number): [name: string, from: number, examiner: Examiner][] {
  const { origins, headers = [], largestBody, formsFrom } = api;
  const rules: [string, number, Examiner][] = [];
  if (origins !== undefined) {
    const { forgery, sharing } = origins.steps;
    rules.push(
      ['pages of other sites change nothing, on no route', forgery, (lab, one) => examineForgery(lab, one, origins)],
      ['only trusted origins may read responses', sharing, (lab, one) => examineSharing(lab, one, origins)],
    );
  }
  const promised = headers.filter((header) => header.step <= step);
  for (const from of new Set(headers.map((header) => header.step))) {
    const own = promised.filter((header) => header.step === from);
    const names = own.map(({ name }) => name).join(', ');
    rules.push([
      `every response has the headers that the contract promises: ${names}`,
      from,
      (lab, one) => examineHeaders(lab, one, own),
    ]);
  }
  if (largestBody !== undefined) {
    rules.push([
      'no route accepts a body that is too large',
      largestBody.step,
      (lab, one) => examineSizes(lab, one, largestBody.bytes),
    ]);
  }
  if (formsFrom !== undefined) rules.push(['only our own forms change something', formsFrom, examineForms]);
  return rules.filter(([, from]) => from <= step);
}

function concerns(examiner: Examiner, rules: RouteRules, api: Api): boolean {
  if (examiner === examineLog)
    return (
      rules.logs !== undefined ||
      rules.body !== undefined ||
      (api.collections !== undefined && rules.params !== undefined)
    );
  if (examiner === examinePages) return api.isForPeople === true && methodOf(rules) === 'GET';
  if (examiner === examineEntries) return rules.creates === true;
  if (examiner === examineMarkup || examiner === examineRefusedForms)
    return rules.form !== undefined && rules.body !== undefined;
  if (examiner === examineUnique) return rules.unique !== undefined;
  if (rules.isInputLater && (examiner === examineFields || examiner === examineInputs)) return false;
  if (examiner === examineFields) return rules.fields !== undefined;
  if (examiner === examineStatements) return rules.statements !== undefined;
  if (examiner === examineGrowth) return rules.grow !== undefined;
  const isClosed = (rules.ways ?? []).length > 0;
  if (examiner === examineCallers) return isClosed;
  const isReading = methodOf(rules) === 'GET' && api.register !== undefined;
  if (examiner === examineIdentity) return isClosed || isReading || (rules.body !== undefined && !api.isUnvalidated);
  if (examiner === examineInputs && api.isUnvalidated) return false;
  if (examiner === examineBodies)
    return rules.body !== undefined && rules.form === undefined && api.register !== undefined && !api.isForPeople;
  if (examiner === examineInputs) return rules.body !== undefined || rules.params !== undefined;
  return true;
}

const laboratories = new WeakMap<Api, (app: Session) => Promise<Laboratory>>();

/** The laboratory of this run. All steps share it, and a story is known by its function. */
async function enter(app: Session, api: Api, step: number): Promise<Laboratory> {
  const open = laboratories.get(api) ?? (async (owner: Session) => Laboratory.open(owner, api));
  laboratories.set(api, open);
  const lab = await app.once(open);
  lab.step = step;
  return lab;
}

/** Defines the checks that hold for the application as a whole, at the end of a chapter. */
export function examineApplication(check: Define, api: Api, others: readonly string[] = []): void {
  examineRoutes(check, api, others);
  if (!api.isInMemory) {
    check('without one of its tables, the application does not start', (app) => examineStart(app, api), rule);
    check('data and credentials survive a restart', (app) => examineRestart(app, api), rule);
  }
  check('two applications in one process share nothing', (app) => examineTwins(app, api), rule);
}

/** The first that no variation asks for. */
async function firstUnknown(routes: readonly string[]): Promise<string | undefined> {
  for (const route of routes) if (!(await isOfVariation(route.split(' ')[1]!))) return route;
  return undefined;
}

/** The routes of the application are those of the chapter, and no others, except for those of variations. `others` aren't described. */
function examineRoutes(check: Define, api: Api, others: readonly string[] = []): void {
  check(
    'the application has exactly the routes of the contract',
    async (app) => {
      const expected = new Set([...api.routes.map(({ route }) => route), ...others]);
      const program = api.program === undefined ? app : app.fresh({}, { program: api.program });
      const routes = (await program.routes()).map(({ method, path }) => `${method} ${path}`);
      const extra = await firstUnknown(routes.filter((route) => !expected.has(route)));
      if (extra === undefined) return;
      throw new CheckFailure({
        problem: `The application has a route that the contract doesn't have: ${extra}`,
        cause: 'a controller lists a route too many, or lists it under another path.',
      });
    },
    rule,
  );
}
