/** SARIF logs, judged by the schema of SARIF 2.1.0. */
import { readFileSync } from 'node:fs'
import { parseJson } from '../../src/base/index.js'
import { createSchemaCompiler, type SchemaIssue } from '../../src/schema/index.js'

const compilation = createSchemaCompiler().compile(
  parseJson(
    readFileSync(new URL('../fixtures/data/report-formats/sarif-2.1.0.json', import.meta.url), 'utf8'),
    'the schema of SARIF',
  ),
)

/** What is wrong with the text of a log. */
export function sarifProblems(text: string): readonly SchemaIssue[] {
  if (compilation.kind === 'refused') throw new Error(compilation.problem.message)
  return compilation.schema.check(parseJson(text, 'the log'))
}
