import { module } from 'trellis';
import { Audit } from './audit.ts';
import { ClientAddress } from './client-address.ts';
import { Cors } from './cors.ts';
import { CrossOriginProtection } from './cross-origin-protection.ts';
import { SecurityHeaders } from './security-headers.ts';
import { TrustedOrigins } from './trusted-origins.ts';

/** What a request passes before it reaches a route. */
export const EdgeModule = module('EdgeModule', {
  exports: [Audit, ClientAddress, Cors, CrossOriginProtection, SecurityHeaders],
  declarations: [Audit, ClientAddress, Cors, CrossOriginProtection, SecurityHeaders, TrustedOrigins],
});
