/** The structured content is valid by a schema of the test's. */
import { type JsonValue, UsageError } from '../../base/index.js'
import { judgeSchema } from './judge-schema.js'
import type { ResponseMatcher } from './matcher.js'
import { readResponse } from './received.js'

/**
 * Passes when the structured content, of a result or a tool error, is valid. Formats are checked where they are known.
 * @throws UsageError USAGE for a schema that cannot be used, or whose patterns cannot
 */
export const toMatchSchema: ResponseMatcher<[schema: JsonValue]> = {
  read: readResponse,
  controls: () => ['empty'],
  judge(response, [schema], { compiler }) {
    const compilation = compiler.compile(schema)
    if (compilation.kind === 'refused')
      throw new UsageError('USAGE', `Cannot use toMatchSchema: ${compilation.problem.message}`, {
        ...(compilation.problem.pointer === undefined
          ? {}
          : { hint: `Look at "${compilation.problem.pointer}"` }),
      })
    return judgeSchema(response, compilation.schema, 'the schema')
  },
}
