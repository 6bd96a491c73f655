import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Log, provide } from 'trellis';
import { bearer, register, signIn, startBlog } from './blog.ts';
import { RecordingLog } from './recording-log.ts';

// Step 5: the tests of what must not be visible go here.
