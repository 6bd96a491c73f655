import type { Page } from 'playwright-core';
import type { Target } from './target.ts';

/** What happens in a program before an exploit comes. */
export interface Scene {
  /** The exploit is `src/attacks/NAME.ts`. */
  readonly name: string;
  /** The victim has a browser, and opens the pages of the exploit in it. */
  readonly hasBrowser: boolean;
  /** Uses the program as its users do, with values of its own each time. A `crowd` makes it harder. */
  prepare(stage: { target: Target; crowd: boolean }): Promise<Prize>;
}

export interface Prize {
  /** The victim's email address. */
  readonly victim: string;
  /** What the exploit has to bring back. Nothing but the hole reveals it. */
  readonly secret: string;
  /** What the victim does in the browser before opening a page of the exploit: signing in, for example. */
  enter?(page: Page): Promise<void>;
}

/** The scene of the program in `chapters/NN-slug/target`, in its `scene.ts`. */
export function scene(name: string, prepare: Scene['prepare'], { hasBrowser = false } = {}): Scene {
  return { name, prepare, hasBrowser };
}
