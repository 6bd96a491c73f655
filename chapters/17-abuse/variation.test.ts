import { exploitation } from '#check';
import fixed from '../../solutions/17-abuse/variation/fixed.ts';
import scene from './target/scene.ts';

exploitation(import.meta.url, scene, fixed);
