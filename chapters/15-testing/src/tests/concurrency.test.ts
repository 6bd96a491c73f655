import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bearer, register, signIn, startBlog } from './blog.ts';

// Step 4: the tests with concurrent requests go here.
