import { module } from 'trellis';
import { Audit } from './audit.ts';
import { ClientAddress } from './client-address.ts';

/** What a request passes before it reaches a route. */
export const EdgeModule = module('EdgeModule', {
  exports: [Audit, ClientAddress],
  declarations: [Audit, ClientAddress],
});
