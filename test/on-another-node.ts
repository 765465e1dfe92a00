/**
 * What runs on a second Node: what could be otherwise there. That is whatever goes through Node's own doors, to processes, sockets,
 * streams, files, threads and modules; so every folder under test/ runs there, new ones too, but those that are named here. Tests
 * that touch nothing but memory (the project `unit`) and the examples run on the first Node alone.
 */

/** Folders under test/, each with the reason why a second Node adds nothing. */
export const ONCE: Readonly<Record<string, string>> = {
  architecture: 'reads the sources',
  browser: 'looks at a page; src/report makes the same on both',
  containers: 'the engine does the same for both; test/transport starts processes on both',
  dryrun: 'rehearses in Deno, which knows no Node; test/sandbox and test/e2e do on both',
  docs: 'runs commands that test/e2e runs on both',
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
  ...Object.keys(ONCE).map((folder) => `test/${folder}/**`),
]
