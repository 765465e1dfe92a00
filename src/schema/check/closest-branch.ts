/** Of a union in which no branch holds: what to tell a person who meant one of them. */
import { type JsonValue, kindOf, kindWithArticle, listText } from '../../base/index.js'
import type { JudgedIssue } from '../compiled-schema.js'
import { issue, subject } from './issue-of-error.js'

/**
 * The issues of the branch that was meant, when all others are ruled out by type or by a constant member such as `kind`;
 * else one issue for the whole union, which names the closest branch.
 */
export function closestBranch(
  pointer: string,
  keyword: string,
  value: JsonValue,
  branches: readonly (readonly JudgedIssue[])[],
): JudgedIssue[] {
  const meant = branches.filter((issues) => !isRuledOut(pointer, issues))
  const [only] = meant
  if (meant.length === 1 && only !== undefined) return [...only]
  if (meant.length > 1) return [withClosest(pointer, keyword, value, meant, branches.length)]
  return [noneMeant(pointer, keyword, value, branches)]
}

/** The value has another kind than the branch wants, or another constant in one of its members. */
function isRuledOut(pointer: string, issues: readonly JudgedIssue[]): boolean {
  return issues.some(
    ({ pointer: at, keyword }) =>
      (at === pointer && ['type', 'const', 'enum', 'false'].includes(keyword)) ||
      (isMember(at, pointer) && keyword === 'const'),
  )
}

function isMember(at: string, pointer: string): boolean {
  return at.startsWith(`${pointer}/`) && !at.slice(pointer.length + 1).includes('/')
}

function withClosest(
  pointer: string,
  keyword: string,
  value: JsonValue,
  meant: readonly (readonly JudgedIssue[])[],
  total: number,
): JudgedIssue {
  const [closest] = [...meant].sort((a, b) => a.length - b.length)
  const expected = `one of ${total} forms`
  const reason =
    closest?.[0] === undefined ? '' : `; the closest fails because ${uncapitalised(closest[0].message)}`
  const message = `${subject(pointer)} must be ${expected}, found ${kindWithArticle(kindOf(value))}${reason}`
  return { pointer, keyword, expected, got: kindOf(value), message }
}

function uncapitalised(sentence: string): string {
  return sentence.replace(/^The /, 'the ')
}

function noneMeant(
  pointer: string,
  keyword: string,
  value: JsonValue,
  branches: readonly (readonly JudgedIssue[])[],
): JudgedIssue {
  const decisive = branches.map((issues) => issues.filter((one) => isRuledOut(pointer, [one])))
  const places = new Set(decisive.flat().map((one) => one.pointer))
  const [place] = places
  // All branches say no at one place: that place has a closed list of what may stand there.
  if (places.size === 1 && place !== undefined) return merged(place, decisive)
  return issue(pointer, keyword, `one of ${branches.length} forms`, kindWithArticle(kindOf(value)))
}

function merged(place: string, decisive: readonly (readonly JudgedIssue[])[]): JudgedIssue {
  const first = decisive.flatMap((issues) => issues.slice(0, 1))
  const wanted = [...new Set(first.map(({ expected }) => expected.replace(/^one of /, '')))]
  const onlyTypes = first.every((one) => one.keyword === 'type')
  const expected = onlyTypes ? wanted.join(' or ') : `one of ${listText(wanted, 5, 'or')}`
  const words = onlyTypes ? wanted.map(kindWithArticle).join(' or ') : expected
  const { got, keyword } = first[0] ?? { got: 'nothing', keyword: 'enum' }
  const found = onlyTypes ? kindWithArticle(got) : got
  return {
    pointer: place,
    keyword,
    expected,
    got,
    message: `${subject(place)} must be ${words}, found ${found}`,
  }
}
