import { type Context, type Controller, command, inject, type Route, type Usage } from 'trellis';
import { diagnosisView, examine } from '../../workshop/doctor.ts';
import { Terminal } from '../../workshop/terminal.ts';

export const usage: Usage = {
  summary: 'find out what is wrong with this machine, and how to fix it',
};

/** `doctor`: what keeps the workshop from running here. */
export default class DoctorController implements Controller {
  @inject(Terminal) private readonly terminal!: Terminal;

  routes(): Route[] {
    return [{ path: 'doctor', handler: command(this.doctor, usage) }];
  }

  async doctor(ctx: Context) {
    const diagnoses = await examine();
    // Printed, not sent: in the message of a failure, colours are shown as escapes.
    this.terminal.print(diagnosisView(diagnoses));
    return ctx.status(diagnoses.every(({ isWell }) => isWell) ? 200 : 422).send('');
  }
}
