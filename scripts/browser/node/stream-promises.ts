import { promises } from './stream.ts';

export const { pipeline, finished } = promises;

export default promises;
