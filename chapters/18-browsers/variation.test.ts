import { exploitation } from '#check';
import fixed from '../../solutions/18-browsers/variation/fixed.ts';
import scene from './target/scene.ts';

exploitation(import.meta.url, scene, fixed);
