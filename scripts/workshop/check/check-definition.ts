import type { Examination } from './examination.ts';
import type { CitedRule } from './failure-parts.ts';
import type { Session } from './session.ts';

/** What a check does with the running program. It fails by throwing. */
export type CheckBody = (app: Session) => Promise<void>;

export interface CheckOptions {
  /** Passes on the untouched starter too: it protects something that must stay as it is. */
  alreadyTrue?: boolean;
  /** How long each response may take, in milliseconds; 5,000 unless the work itself is slow. */
  deadline?: number;
  /** Uses only stories and programs of its own, so that it can run at the same time as other checks. */
  concurrent?: boolean;
  /** Variables for the program. Checks with the same ones share it. */
  env?: Readonly<Record<string, string>>;
}

export interface Check extends CheckOptions {
  /**
   * Holds the step to a rule for every step. Examined only if the other checks of the step pass: until then it would report the
   * same problem once more, in other words.
   */
  readonly isRule?: boolean;
  /** The rule that it comes from, in a graded chapter. */
  readonly rule?: CitedRule;
  readonly step: number;
  readonly name: string;
  readonly body: CheckBody;
  /** What the check does with the program's modules, in another process. Its `body` waits for that. */
  readonly examine?: Examination;
}

type DefineOptions = CheckOptions & Pick<Check, 'isRule'>;

/** How a check file states one of its checks. */
export type Define = (name: string, body: CheckBody, options?: DefineOptions) => void;
export type DefineExamination = (name: string, examine: Examination, options?: DefineOptions) => void;
