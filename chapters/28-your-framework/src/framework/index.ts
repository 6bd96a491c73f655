// Step 1: everything that an application may import from 'trellis'.
export {};
