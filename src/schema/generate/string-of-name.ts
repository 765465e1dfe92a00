/** What a string is likely to hold, judged by the name of its member: a rehearsal reads better with a path than with noise. */
import type { Random } from '../../base/index.js'

/** One of a few plausible texts; the last known word of the name decides. */
export function stringOfName(name: string, random: Random): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .flatMap((word) => [word.replace(/s$/, ''), word])
  const known = words.reverse().find((word) => BY_WORD.has(word))
  return random.pick(BY_WORD.get(known ?? '') ?? ANY)
}

const ANY = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fern', 'grove', 'harbor', 'iris', 'juniper']
const PATHS = ['notes/a.md', 'docs/readme.md', 'src/index.ts', 'data/report.csv', 'images/logo.png']
const FOLDERS = ['notes', 'docs', 'src', 'data', 'images']
const SENTENCES = [
  'A short note',
  'Second draft of the plan',
  'Meeting moved to Tuesday',
  'All checks passed',
]
const URLS = ['https://example.com/', 'https://example.org/docs', 'https://example.net/items/7']
const IDS = ['a1b2c3', 'item-17', 'x9-204', '7f3e0d', 'ref-42']
const NAMES = ['Ada', 'Grace', 'Linus', 'Barbara', 'Edsger']
const EMAILS = ['ada@example.com', 'grace@example.org', 'team@example.net']
const DATES = ['2024-03-01', '2024-11-15', '2025-06-30']
const TIMES = ['2024-03-01T09:30:00Z', '2024-11-15T16:00:00Z', '2025-06-30T12:15:00Z']

const BY_WORD: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    path: PATHS,
    file: PATHS,
    filename: PATHS,
    source: PATHS,
    destination: PATHS,
    directory: FOLDERS,
    folder: FOLDERS,
    url: URLS,
    uri: URLS,
    link: URLS,
    href: URLS,
    id: IDS,
    key: IDS,
    cursor: IDS,
    token: IDS,
    name: NAMES,
    author: NAMES,
    user: NAMES,
    email: EMAILS,
    date: DATES,
    time: TIMES,
    timestamp: TIMES,
    at: TIMES,
    modified: TIMES,
    created: TIMES,
    updated: TIMES,
    text: SENTENCES,
    content: SENTENCES,
    message: SENTENCES,
    body: SENTENCES,
    title: SENTENCES,
    description: SENTENCES,
    comment: SENTENCES,
    note: SENTENCES,
    query: ['invoice', 'open tasks', 'release notes'],
    version: ['1.0.0', '1.2.3', '2.0.1'],
    mime: ['text/plain', 'application/json', 'image/png'],
    language: ['en', 'de', 'fr'],
    country: ['DE', 'FR', 'US'],
    color: ['#1e90ff', '#2e8b57', '#b22222'],
  }),
)
