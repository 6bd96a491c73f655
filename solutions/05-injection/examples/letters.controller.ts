import { type Controller, inject, type Route } from 'trellis';
import { ReadersService } from './readers.service.ts';

export class LettersController implements Controller {
  @inject(ReadersService) private readonly readers!: ReadersService;

  routes(): Route[] {
    return [{ method: 'GET', path: '/letters/addresses', handler: this.addresses }];
  }

  addresses() {
    return this.readers.all();
  }
}
