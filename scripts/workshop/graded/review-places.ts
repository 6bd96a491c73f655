/** A place where programs like this one usually go wrong. */
export interface ReviewPlace {
  readonly title: string;
  /** What the reviewer should find out there. */
  readonly question: string;
  /** Lines that are probably about it, the most telling pattern first. */
  readonly patterns: readonly RegExp[];
  /** The examiner who has looked at it from outside. */
  readonly badge?: string;
}

export const reviewPlaces: readonly ReviewPlace[] = [
  {
    title: 'Who is calling',
    question:
      'Is this the only place that reads the header? Which routes does it protect, and what protects the one that is added next?',
    patterns: [/(?<!Access-Control.*)authorization/i, /middleware|before(All|Each)?\(/i],
    badge: 'Ownership',
  },
  {
    title: 'Whether a token is valid',
    question:
      'Which algorithms are accepted, is the end checked, and what happens with a secret that is empty or missing?',
    patterns: [/jwt\.verify|jwtVerify|timingSafeEqual/, /verify\(/, /JWT_SECRET|createHmac/],
    badge: 'Tokens',
  },
  {
    title: 'How passwords are hashed',
    question:
      'Which function and which cost? Does it run on the main thread? Is the same work done for an unknown email?',
    patterns: [/\b(bcrypt\w*|argon2\w*|scrypt\w*|pbkdf2\w*)\b.*\(/i, /createHash\(/, /password/i],
    badge: 'Password cost',
  },
  {
    title: 'Who may change an article',
    question:
      'Is the owner part of the statement that changes the row, or checked before it? Can anything happen in between?',
    patterns: [/\b403\b|forbidden/i, /author_?id\s*(!==|===|=)/i],
    badge: 'Ownership',
  },
  {
    title: 'What keeps names unique',
    question:
      'Which part says no if two registrations arrive at the same moment: a constraint, or a query before the insert?',
    patterns: [/\bunique\b/i, /\b409\b|conflict|taken/i],
    badge: 'Races',
  },
  {
    title: 'How values get into queries',
    question: 'Is there a string in which input becomes part of the SQL? Look at filters and sorting first.',
    patterns: [
      /\b(select|insert into|update|delete from)\b.*(\$\{|["'`]\s*\+)/i,
      /\b(select|insert into|delete from)\b/i,
    ],
    badge: 'Injection',
  },
  {
    title: 'Queries inside of loops',
    question:
      'How many queries does a page of 20 articles take, and one of 100? Tags, authors and favorites count, too.',
    patterns: [/\.map\(\s*async|forEach\(\s*async|for (await )?\(.*await/, /articlesCount/, /limit/i],
    badge: 'Growth',
  },
  {
    title: 'What leaves the program',
    question:
      'Are the fields of a response listed one by one, or is a row handed out? Which column would be published by the next migration?',
    patterns: [/\.\.\.(this\.)?(row|user|author|article|record|entity)\b/i, /\.json\(|JSON\.stringify\(/],
    badge: 'Mass assignment',
  },
  {
    title: 'What happens to errors',
    question:
      'Is any error swallowed here? Does a client see messages of the database? Is every unexpected one logged?',
    patterns: [/catch\s*(\(|\{)/, /\.catch\(/, /\b500\b/],
    badge: 'Injection',
  },
  {
    title: 'How it stops, and what it refuses to read',
    question: 'What happens to running requests on SIGTERM, and to a body that never ends?',
    patterns: [/SIGTERM/, /\b413\b|requestTimeout|bodyLimit|limits:/i, /\.listen\(/],
    badge: 'Shutdown',
  },
];
