/** Keywords by the names that the schema's author wrote. */
import type { Dialect } from '../admit/dialect.js'
import type { JudgedIssue } from '../compiled-schema.js'

/** Issues know the names of 2020-12; some were called otherwise before. */
export function inDialect(issues: readonly JudgedIssue[], dialect: Dialect): readonly JudgedIssue[] {
  const names = OLDER_NAMES[dialect]
  return names.size === 0
    ? issues
    : issues.map((issue) => ({ ...issue, keyword: names.get(issue.keyword) ?? issue.keyword }))
}

const OLDER_NAMES: Readonly<Record<Dialect, ReadonlyMap<string, string>>> = {
  '2020-12': new Map(),
  '2019-09': new Map([['items', 'additionalItems']]),
  'draft-07': new Map([
    ['items', 'additionalItems'],
    ['dependentRequired', 'dependencies'],
  ]),
}
