import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Clock, provide } from 'trellis';
import { ManualClock } from 'trellis/testing';
import { bearer, register, signIn, startBlog } from './blog.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

// Step 3: the tests that move the clock go here.
