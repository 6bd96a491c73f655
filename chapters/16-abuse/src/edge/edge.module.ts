import { module } from 'trellis';
import { Audit } from './audit.ts';
import { ClientAddress } from './client-address.ts';

/** What stands between the open internet and every route. */
export const EdgeModule = module('EdgeModule', {
  exports: [Audit, ClientAddress],
  declarations: [Audit, ClientAddress],
});
