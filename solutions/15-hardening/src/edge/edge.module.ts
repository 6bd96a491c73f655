// #region step-2
import { module } from 'trellis';
// #endregion
// #region step-3
import { Audit } from './audit.ts';
// #endregion
// #region step-2
import { ClientAddress } from './client-address.ts';
// #endregion
// #region step-4
import { Cors } from './cors.ts';
import { SecurityHeaders } from './security-headers.ts';
// #endregion

// #region step-2
/** What stands between the open internet and every route. */
export const EdgeModule = module('EdgeModule', {
  // #endregion
  // #region step-4
  exports: [Audit, ClientAddress, Cors, SecurityHeaders],
  declarations: [Audit, ClientAddress, Cors, SecurityHeaders],
  // #endregion
  // #region step-2
});
// #endregion
