import { randomBytes } from 'node:crypto';

/** The place of some work in a trace, which may span several programs. See https://www.w3.org/TR/trace-context/ */
export interface TraceContext {
  /** 32 hexadecimal digits, the same in every program. */
  readonly traceId: string;
  /** 16 hexadecimal digits for the work of this program. */
  readonly spanId: string;
  /** The work that has asked for this one; undefined if the trace begins here. */
  readonly parentId: string | undefined;
  /** Whether the caller records this trace. */
  readonly isSampled: boolean;
  /** What tracing systems tell each other, to be passed on unchanged; `''` for nothing. */
  readonly state: string;
}

/** The two headers, as they were received, or stored with a job. */
export interface TraceHeaders {
  readonly traceparent?: string;
  readonly tracestate?: string;
}

const form = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const sampled = 1;

/** Continues the trace of these headers. A `traceparent` that isn't valid is ignored, with its `tracestate`: a new trace begins. */
export function continueTrace({ traceparent = '', tracestate = '' }: TraceHeaders): TraceContext {
  const spanId = randomHex(8);
  const [, version, traceId, parentId, flags, rest] = form.exec(traceparent) ?? [];
  const isValid =
    traceId !== undefined &&
    version !== 'ff' &&
    // A later version may append fields, and is otherwise read like this one.
    (version !== '00' || rest === undefined) &&
    !/^0+$/.test(traceId) &&
    !/^0+$/.test(parentId!);
  if (!isValid) return { traceId: randomHex(16), spanId, parentId: undefined, isSampled: true, state: '' };
  const isSampled = (Number.parseInt(flags!, 16) & sampled) !== 0;
  return { traceId, spanId, parentId, isSampled, state: validState(tracestate) };
}

/** The headers for a call to another program. */
export function headersOf({ traceId, spanId, isSampled, state }: TraceContext): Record<string, string> {
  const traceparent = `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
  return state === '' ? { traceparent } : { traceparent, tracestate: state };
}

const key = '[a-z][a-z\\d_*/-]{0,255}|[a-z\\d][a-z\\d_*/-]{0,240}@[a-z][a-z\\d_*/-]{0,13}';
const value = '[\\x20-\\x2b\\x2d-\\x3c\\x3e-\\x7e]{0,255}[\\x21-\\x2b\\x2d-\\x3c\\x3e-\\x7e]';
const member = new RegExp(`^(${key})=${value}$`);
const mostMembers = 32;

/** The state if every member has the form that the Recommendation demands; otherwise `''`. It must not be changed. */
function validState(state: string): string {
  const members = state
    .split(',')
    .map((part) => part.replace(/^[ \t]+|[ \t]+$/g, ''))
    .filter((part) => part !== '');
  const keys = new Set(members.map((part) => member.exec(part)?.[1]));
  const isValid = members.length <= mostMembers && keys.size === members.length && !keys.has(undefined);
  return isValid ? members.join(',') : '';
}

function randomHex(bytes: number): string {
  const id = randomBytes(bytes).toString('hex');
  // Once in 2^64 times. Zeros alone mean that there is no id.
  return /^0+$/.test(id) ? randomHex(bytes) : id;
}
