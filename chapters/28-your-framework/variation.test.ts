import { extension } from '../../scripts/workshop/variation/extension.ts';
import { features } from '../../solutions/28-your-framework/features/features.ts';

extension(import.meta.url, features);
