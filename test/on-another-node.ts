/**
 * What runs on a second Node: what could be otherwise there. That is whatever goes through Node's own doors, to processes, sockets,
 * streams, files, threads and modules; so all under test/ runs there, new files too, but the folders and files that are named here. Tests
 * that touch nothing but memory (the project `unit`) and the examples run on the first Node alone.
 */

/** Folders and test files under test/, each with the reason why a second Node adds nothing. */
export const ONCE: Readonly<Record<string, string>> = {
  architecture: 'reads the sources',
  browser: 'looks at a page; src/report makes the same on both',
  containers: 'the engine does the same for both; test/transport starts processes on both',
  'copy/escapes': 'the kernel keeps them in; test/copy/copied-world and ends make the same copies on both',
  'copy/forty-ways': 'the same as of copy/escapes',
  'copy/probe': 'judges what came back; test/testing/probe does, and test/copy/call asks in copies, on both',
  'copy/rehearsals': 'rehearses in Deno, as dryrun; test/copy/call and changes have the same copies on both',
  'copy/rehearsed-agent': 'the same as of copy/rehearsals; test/gateway serves clients on both',
  dryrun: 'rehearses in Deno, which knows no Node; test/sandbox and test/e2e do on both',
  docs: 'runs commands that test/e2e runs on both',
  'e2e/ci-reports': 'computes; e2e/store and e2e/types write files on both',
  'e2e/contacts': 'decides who is asked; test/gateway/contacts asks on both',
  'e2e/contract-lock': 'computes; e2e/trust-recordings asks servers, and keeps what they say, on both',
  'e2e/indiscreet-servers': 'computes what is shown; test/proxy and test/recording pass on and store on both',
  'e2e/probe': 'the same as of copy/probe',
  'gateway/copies': 'the same as of copy/rehearsals',
  'gateway/receipts': 'holds calls against what was expected; e2e/run runs by a receipt on both',
  'journal/bound-runs':
    'computes what is left to do; journal/killed-runs kills and goes on at the same points on both',
  'journal/random-runs': 'the same as of journal/bound-runs',
  overlay: 'computes; test/session asks the same servers on both',
  package: 'npm packs and installs the same files',
  postgres: 'the server is the same; test/gateway and test/recording serve and store on both',
  registry: 'computes',
  report: 'computes',
  schema: 'computes',
  torture: 'speaks through what test/session and test/testing try on both',
}

/** Patterns of the test files that run on the first Node alone. */
export const ONCE_FILES: readonly string[] = [
  'examples/**',
  ...Object.keys(ONCE).map((path) => `test/${path}{/**,.test.ts}`),
]
