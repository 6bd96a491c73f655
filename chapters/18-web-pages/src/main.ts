// The program of this chapter. Two more stand beside it: api.ts and cli.ts.
import './web.ts';
