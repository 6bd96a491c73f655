/** What a check saw, independent of how it is shown: the terminal, the site and `replay` each draw it their own way. */
export interface FailureParts {
  /** The headline, which states the difference: `Expected status 201, got 200`. */
  problem: string;
  /** The request as a command, to be repeated by hand. */
  curl?: string;
  /** In place of a request: the command that does the same again. */
  command?: string;
  /** In place of a response: what happened, line by line. */
  happened?: string;
  /** What came back. */
  received?: string;
  expected?: string;
  /** The cause, if the failure points to one; several if it may have one of them. */
  cause?: string | readonly string[];
  /** Where in the learner's code it happened, with the lines around it. */
  place?: string;
  /** What the program printed, if that explains the failure. */
  output?: string;
  /** The request itself, for `npm run replay`. */
  request?: SentRequest;
  /** It failed before it came to what it is about: the rule of another check is broken. */
  isPreparation?: boolean;
  /** The rule of a specification that is broken. */
  rule?: CitedRule;
}

export interface CitedRule {
  /** `A5` */
  number: string;
  text: string;
  /** The page that has the rule, below the repository. */
  page: string;
  /** The chapter that taught what it takes, such as `02`. */
  chapter: string;
}

export interface SentRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}
