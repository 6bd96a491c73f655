import type { Context, Middleware, Next } from 'trellis';

export interface Lights {
  off(room: string): void;
}

/** Turns the light off when the last visit has ended, even if it has ended badly. */
export class LightsOff implements Middleware {
  readonly lights: Lights;

  constructor(lights: Lights) {
    this.lights = lights;
  }

  async handle(ctx: Context, next: Next) {
    try {
      return await next();
    } finally {
      this.lights.off(ctx.param('room'));
    }
  }
}
