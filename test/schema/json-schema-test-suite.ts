/** Reads the public JSON Schema Test Suite from the fixtures. */
import { readdirSync, readFileSync } from 'node:fs'
import { isJsonObject, type JsonValue } from '../../src/base/index.js'

export interface SuiteGroup {
  /** "draft2020-12/ref.json: remote ref". */
  readonly name: string
  /** With `$schema`, so that its dialect is known. */
  readonly schema: JsonValue
  readonly tests: readonly {
    readonly description: string
    readonly data: JsonValue
    readonly valid: boolean
  }[]
}

const TESTS = new URL('../fixtures/json-schema-test-suite/tests/', import.meta.url)
const DIALECTS = {
  draft7: 'http://json-schema.org/draft-07/schema#',
  'draft2020-12': 'https://json-schema.org/draft/2020-12/schema',
}

export function readSuite(): SuiteGroup[] {
  return Object.entries(DIALECTS).flatMap(([folder, dialect]) =>
    readdirSync(new URL(folder, TESTS)).flatMap((file) =>
      readGroups(new URL(`${folder}/${file}`, TESTS)).map(({ description, schema, tests }) => ({
        name: `${folder}/${file}: ${description}`,
        schema: isJsonObject(schema) ? { $schema: dialect, ...schema } : schema,
        tests,
      })),
    ),
  )
}

interface WrittenGroup {
  readonly description: string
  readonly schema: JsonValue
  readonly tests: SuiteGroup['tests']
}

function readGroups(url: URL): WrittenGroup[] {
  // The suite's own format, pinned by the copy in the fixtures.
  return JSON.parse(readFileSync(url, 'utf8')) as WrittenGroup[]
}
