export { compareSync, getRounds, hashSync } from 'bcryptjs';
