// The program of this chapter. Next to it is the API, as before: api.ts.
import './web.ts';
