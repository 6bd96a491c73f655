import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bearer, register, startBlog, write } from './blog.ts';

// Step 2: the tables of requests that are refused go here.
