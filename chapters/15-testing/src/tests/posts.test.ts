import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bearer, publish, register, startBlog, write } from './blog.ts';

// Step 1: the tests of the posts go here.
