import { exploitation } from '#check';
import fixed from '../../solutions/14-keys-and-refresh/variation/fixed.ts';
import scene from './target/scene.ts';

exploitation(import.meta.url, scene, fixed);
