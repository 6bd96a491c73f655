import type { Mistake } from '#check';

export default {
  summary: 'There is a space between two rules.',
  edits: [{ file: 'auth/auth.dto.ts', find: `'required,email,max=254'`, replace: `'required, email,max=254'` }],
  fails: {
    'the attack "mass-assignment" is blocked': `' email' isn't a rule for strings`,
    'POST /posts with a title and content is 201': `' email' isn't a rule for strings`,
    'POST /posts with any other body is 400 Invalid request': `' email' isn't a rule for strings`,
    'POST /posts limits the length of both fields': `' email' isn't a rule for strings`,
    'fields that the DTO does not name are ignored': `' email' isn't a rule for strings`,
    'PostsService.create takes a title and content, and nothing else': `' email' isn't a rule for strings`,
    'the handler uses what bind returned': `' email' isn't a rule for strings`,
    'the handler of PUT uses what bind returned': `' email' isn't a rule for strings`,
    'PUT of a post that does not exist is still 500': `' email' isn't a rule for strings`,
    'PUT replaces the post: absent fields become empty or false': `' email' isn't a rule for strings`,
    'PUT with an invalid body is 400 and changes nothing': `' email' isn't a rule for strings`,
    'PUT allows the same lengths as POST': `' email' isn't a rule for strings`,
    'nothing repeats the password': `' email' isn't a rule for strings`,
    'POST /auth/register refuses invalid bodies': `' email' isn't a rule for strings`,
    'POST /auth/register accepts valid bodies': `' email' isn't a rule for strings`,
    'a valid registration is 501 Not Implemented': `' email' isn't a rule for strings`,
    'the 501 is a thrown HttpError': `' email' isn't a rule for strings`,
    'an invalid registration is still 400 Invalid request': `' email' isn't a rule for strings`,
  },
} satisfies Mistake;
