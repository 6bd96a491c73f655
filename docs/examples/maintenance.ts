import { type Context, type Controller, command, inject, module, type Route } from 'trellis';
import { ProductsModule, ProductsService } from './products.ts';

/** Commands for the people who run the application. They use its services, and open no port. */
export class MaintenanceController implements Controller {
  @inject(ProductsService) private readonly products!: ProductsService;

  routes(): Route[] {
    return [
      { path: 'migrate', handler: command(this.migrate, { summary: 'Brings the tables up to date' }) },
      { path: 'count', handler: command(this.count, { summary: 'Counts the products' }) },
    ];
  }

  /** The migrations have run by now: they are the onStart() of a service. */
  migrate() {
    return 'The tables are up to date';
  }

  async count(ctx: Context) {
    const { total } = await this.products.find({ search: ctx.query('search') });
    return total;
  }
}

export const MaintenanceModule = module('MaintenanceModule', {
  imports: [ProductsModule],
  declarations: [MaintenanceController],
});
