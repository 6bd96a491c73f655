import type { Mistake } from '#check';

export default {
  summary: 'There is a space between two rules.',
  edits: [{ file: 'auth/auth.dto.ts', find: "'required,email'", replace: "'required, email'" }],
  fails: {
    'POST /posts with a title and a content is 201': "' email' isn't a rule for a string",
    'POST /posts with any other body is 400 Invalid request': 'The program crashed before it listened.',
    'what the DTO does not name is dropped': 'The program crashed before it listened.',
    'PUT replaces: what is absent becomes empty, or false': 'The program crashed before it listened.',
    'PUT with a body that does not fit is 400, and changes nothing': 'The program crashed before it listened.',
    'POST /auth/register refuses what breaks a rule': 'The program crashed before it listened.',
    'POST /auth/register accepts what keeps the rules': 'The program crashed before it listened.',
    'a good registration is 501 Not Implemented': 'The program crashed before it listened.',
    'a bad registration is still 400 Invalid request': 'The program crashed before it listened.',
  },
} satisfies Mistake;
