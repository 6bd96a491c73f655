import { exploitation } from '#check';
import fixed from '../../solutions/13-sessions/variation/fixed.ts';
import scene from './target/scene.ts';

exploitation(import.meta.url, scene, fixed);
