/** Issues for a person out of everything that failed: no flood from the branches of a union, no doubles, sorted by place. */
import { byText, counted, toPointer } from '../../base/index.js'
import type { JudgedIssue } from '../compiled-schema.js'
import { closestBranch } from './closest-branch.js'
import type { Failure } from './failure-tree.js'
import { failedValue, issue, issueOfError, subject } from './issue-of-error.js'
import type { Leniency } from './leniency.js'

/** At most this many issues are told of one value. */
const MAX_ISSUES = 100

/** At most 100 issues, sorted by pointer. Where there are more, those that no server forgives are kept. */
export function explainFailures(failures: readonly Failure[], leniencyOf: Leniency): JudgedIssue[] {
  const issues = new Map<string, JudgedIssue>()
  for (const found of failures.flatMap((failure) => explain(failure, leniencyOf))) {
    const key = `${found.pointer} ${found.keyword} ${found.expected}`
    // Two schemas may say the same of a place, and only one of them be forgiven.
    if (found.leniency === undefined || !issues.has(key)) issues.set(key, found)
  }
  const sorted = [...issues.values()].sort(byPointer)
  if (sorted.length <= MAX_ISSUES) return sorted
  const unforgiven = sorted.filter(({ leniency }) => leniency === undefined)
  const forgiven = sorted.filter(({ leniency }) => leniency !== undefined)
  return [...unforgiven, ...forgiven].slice(0, MAX_ISSUES).sort(byPointer)
}

function byPointer(a: JudgedIssue, b: JudgedIssue): number {
  return byText(a.pointer, b.pointer)
}

function explain(failure: Failure, leniencyOf: Leniency): JudgedIssue[] {
  const leniency = leniencyOf(failure)
  const issues = explainFailure(failure, leniencyOf)
  // Of a union that is not forgiven, those of the form that was meant may be: they have their own.
  return leniency === undefined ? issues : issues.map((each) => ({ leniency, ...each }))
}

function explainFailure(failure: Failure, leniencyOf: Leniency): JudgedIssue[] {
  switch (failure.error.keyword) {
    case 'anyOf':
    case 'oneOf':
      return explainUnion(failure, leniencyOf)
    case 'contains':
      return [explainContains(failure)]
    case 'propertyNames':
      return explainNames(failure, leniencyOf)
    case 'if':
      // What `then` or `else` asks for has been told by its own errors.
      return []
    default:
      return [issueOfError(failure.error)]
  }
}

function explainUnion({ error, branches }: Failure, leniencyOf: Leniency): JudgedIssue[] {
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
    branches.map((branch) => explainFailures(branch, leniencyOf)),
  )
}

function explainContains({ error }: Failure): JudgedIssue {
  const { instancePath: pointer, keyword, params } = error
  const items = failedValue(error)
  const least = params.min === null ? '' : `at least ${params.min}`
  const most = params.max === null ? '' : `at most ${params.max}`
  const count = [least, most].filter((part) => part !== '').join(' and ')
  const expected = `${count} of the items that "contains" describes`
  const got = counted(Array.isArray(items) ? items.length : 0, 'item')
  return {
    pointer,
    keyword,
    expected,
    got,
    message: `${subject(pointer)} must have ${expected}, found other ones among ${got}`,
  }
}

/** Failures of several names nest: each error counts all that stand before it. */
function explainNames({ error, branches }: Failure, leniencyOf: Leniency): JudgedIssue[] {
  const inner = branches.flat()
  const earlier = inner.filter((other) => other.error.keyword === 'propertyNames')
  const name = String(error.params.propertyName)
  const pointer = error.instancePath + toPointer([name])
  const [reason] = explainFailures(
    inner.filter((other) => other.error.keyword !== 'propertyNames'),
    leniencyOf,
  )
  const expected = reason?.expected ?? 'another name'
  return [
    ...earlier.flatMap((other) => explainNames(other, leniencyOf)),
    {
      ...issue(pointer, 'propertyNames', expected, JSON.stringify(name)),
      message: `${subject(pointer)} is not an allowed name: it must be ${expected}`,
    },
  ]
}

/** The one issue of a value that could not be checked to the end. */
export function tooCostly(maxSteps: number): JudgedIssue {
  const expected = `a value that can be checked in ${maxSteps} steps`
  return issue('', 'complexity', expected, 'one that takes more')
}
