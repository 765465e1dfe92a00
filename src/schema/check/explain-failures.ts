/** Issues for a person out of everything that failed: no flood from the branches of a union, no doubles, sorted by place. */
import { toPointer } from '../../base/index.js'
import type { SchemaIssue } from '../compiled-schema.js'
import { closestBranch } from './closest-branch.js'
import { countOf } from './describe-value.js'
import type { Failure } from './failure-tree.js'
import { failedValue, issue, issueOfError, subject } from './issue-of-error.js'

/** At most this many issues are told of one value. */
const MAX_ISSUES = 100

/** At most 100 issues, sorted by pointer. */
export function explainFailures(failures: readonly Failure[]): SchemaIssue[] {
  const issues = new Map<string, SchemaIssue>()
  for (const found of failures.flatMap(explain))
    issues.set(`${found.pointer} ${found.keyword} ${found.expected}`, found)
  return [...issues.values()].sort(byPointer).slice(0, MAX_ISSUES)
}

function byPointer(a: SchemaIssue, b: SchemaIssue): number {
  return a.pointer < b.pointer ? -1 : a.pointer > b.pointer ? 1 : 0
}

function explain(failure: Failure): SchemaIssue[] {
  switch (failure.error.keyword) {
    case 'anyOf':
    case 'oneOf':
      return explainUnion(failure)
    case 'contains':
      return [explainContains(failure)]
    case 'propertyNames':
      return explainNames(failure)
    case 'if':
      // What `then` or `else` asks for has been told by its own errors.
      return []
    default:
      return [issueOfError(failure.error)]
  }
}

function explainUnion({ error, branches }: Failure): SchemaIssue[] {
  const { instancePath: pointer, keyword, params } = error
  const fitting = Array.isArray(params.holds) ? params.holds.length : 0
  if (fitting > 1)
    return [
      {
        pointer,
        keyword,
        expected: `exactly one of ${branches.length} forms`,
        got: `a value of ${fitting} of them`,
        message: `${subject(pointer)} must be exactly one of ${branches.length} forms, found a value of ${fitting} of them`,
      },
    ]
  return closestBranch(
    pointer,
    keyword,
    failedValue(error),
    branches.map((branch) => explainFailures(branch)),
  )
}

function explainContains({ error }: Failure): SchemaIssue {
  const { instancePath: pointer, keyword, params } = error
  const items = failedValue(error)
  const least = params.min === null ? '' : `at least ${params.min}`
  const most = params.max === null ? '' : `at most ${params.max}`
  const count = [least, most].filter((part) => part !== '').join(' and ')
  const expected = `${count} of the items that "contains" describes`
  const got = countOf(Array.isArray(items) ? items.length : 0, 'item')
  return {
    pointer,
    keyword,
    expected,
    got,
    message: `${subject(pointer)} must have ${expected}, found other ones among ${got}`,
  }
}

/** Failures of several names nest: each error counts all that stand before it. */
function explainNames({ error, branches }: Failure): SchemaIssue[] {
  const inner = branches.flat()
  const earlier = inner.filter((other) => other.error.keyword === 'propertyNames')
  const name = String(error.params.propertyName)
  const pointer = error.instancePath + toPointer([name])
  const [reason] = explainFailures(inner.filter((other) => other.error.keyword !== 'propertyNames'))
  const expected = reason?.expected ?? 'another name'
  return [
    ...earlier.flatMap(explainNames),
    {
      ...issue(pointer, 'propertyNames', expected, JSON.stringify(name)),
      message: `${subject(pointer)} is not an allowed name: it must be ${expected}`,
    },
  ]
}

/** The one issue of a value that could not be checked to the end. */
export function tooCostly(maxSteps: number): SchemaIssue {
  const expected = `a value that can be checked in ${maxSteps} steps`
  return issue('', 'complexity', expected, 'one that takes more')
}
