import { module } from 'trellis';
import { Audit } from './audit.ts';
import { ClientAddress } from './client-address.ts';
import { Cors } from './cors.ts';
import { SecurityHeaders } from './security-headers.ts';

/** What stands between the open internet and every route. */
export const EdgeModule = module('EdgeModule', {
  exports: [Audit, ClientAddress, Cors, SecurityHeaders],
  declarations: [Audit, ClientAddress, Cors, SecurityHeaders],
});
