// The program of this chapter. Two more stand beside it: web.ts and cli.ts.
import './api.ts';
