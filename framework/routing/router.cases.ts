import { pathCases } from './path.cases.ts';
import { resolutionCases } from './resolution.cases.ts';
import type { Case } from './routing-case.fixture.ts';

/** All but the rare ones. */
export const cases: Case[] = [...resolutionCases, ...pathCases];
