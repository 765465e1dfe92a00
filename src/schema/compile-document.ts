/** A canonical document as something that checks and generates. What costs time is made when it is first needed. */

import type { JsonValue } from '../base/index.js'
import { once } from '../base/index.js'
import type { Dialect } from './admit/dialect.js'
import type { SchemaDocument } from './canonical/canonical-schema.js'
import { type CheckResult, createChecker } from './check/create-checker.js'
import { explainFailures, tooCostly } from './check/explain-failures.js'
import { failureTree } from './check/failure-tree.js'
import { createLeniency, type Leniency, noLeniency } from './check/leniency.js'
import { uncheckedParts } from './check/unchecked-parts.js'
import type { CompiledSchema, JudgedIssue, MemberSearch } from './compiled-schema.js'
import { generateValue } from './generate/generate-value.js'
import { referenceHeights } from './generate/reference-heights.js'
import { findMember } from './members/find-member.js'
import { createPatternSet } from './pattern/pattern-set.js'
import { partAt } from './print/part-at.js'
import { typeText } from './print/typescript.js'
import { zodText } from './print/zod.js'
import type { SchemaLimits } from './schema-limits.js'

/** The schema of a document that has been admitted. */
export function compileDocument(
  document: SchemaDocument,
  dialect: Dialect,
  limits: SchemaLimits,
): CompiledSchema {
  const patterns = createPatternSet()
  const checker = (errors: 'all' | 'first') =>
    once(() => createChecker({ document, patterns, maxSteps: limits.maxCheckSteps, errors }))
  const checkAll = checker('all')
  const checkFirst = checker('first')
  const unchecked = once(() => uncheckedParts(document, patterns))
  const heights = once(() => referenceHeights(document))
  /** A program asks for the same member again and again. */
  const members = new Map<string, MemberSearch>()
  return {
    dialect,
    get unchecked() {
      return unchecked()
    },
    check: (value) => issuesOf(value, noLeniency),
    holds: (value) => {
      const result = resultOf(value)
      return result.kind === 'checked' && result.errors.length === 0
    },
    judge: (value) => issuesOf(value, createLeniency(document, value)),
    findMember(path) {
      const key = JSON.stringify(path)
      const known = members.get(key) ?? findMember(document, patterns, path)
      if (members.size < MOST_MEMBERS) members.set(key, known)
      return known
    },
    typeText: (options) => typeText(document, options),
    zodText: (name) => zodText(document, name),
    partAt: (path, prefix) => partAt(document, path, prefix),
    generate: ({ seed, maxSteps = limits.maxGenerateSteps }) =>
      generateValue({
        document,
        patterns,
        heights: heights(),
        seed,
        maxSteps,
        verdict: (value) => {
          const result = checkAll()(value)
          return result.kind === 'gave-up' ? 'gave-up' : result.errors.length === 0 ? 'holds' : 'fails'
        },
      }),
  }

  /** Where listing all errors would take too long the first one is told. */
  function resultOf(value: JsonValue): CheckResult {
    const all = checkAll()(value)
    return all.kind === 'checked' ? all : checkFirst()(value)
  }

  function issuesOf(value: JsonValue, leniencyOf: Leniency): readonly JudgedIssue[] {
    const result = resultOf(value)
    if (result.kind === 'gave-up') return [tooCostly(limits.maxCheckSteps)]
    return inDialect(explainFailures(failureTree(result.errors), leniencyOf), dialect)
  }
}

const MOST_MEMBERS = 1_000

/** Issues know the names of 2020-12; some were called otherwise before. */
function inDialect(issues: readonly JudgedIssue[], dialect: Dialect): readonly JudgedIssue[] {
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
