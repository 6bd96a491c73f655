import type { Mistake } from '#check';

export default {
  summary: 'A property has no tag, so it is no field of the body.',
  edits: [{ file: 'posts/post.dto.ts', find: "@field('required') content!: string;", replace: 'content!: string;' }],
  fails: {
    'POST /posts with a title and a content is 201': 'Value 3 is undefined',
    'POST /posts with any other body is 400 Invalid request': 'Value 3 is undefined',
    'what the DTO does not name is dropped': 'Value 3 is undefined',
    'PUT replaces: what is absent becomes empty, or false': 'Value 3 is undefined',
    'PUT with a body that does not fit is 400, and changes nothing': 'Value 3 is undefined',
  },
} satisfies Mistake;
