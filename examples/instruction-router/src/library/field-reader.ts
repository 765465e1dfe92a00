/** Reads fields of front matter by dotted path; what is of a wrong type is told once, and counts as absent. */
import { isFields } from './front-matter.js'
import type { Problem } from './problem.js'

export interface FieldReader {
  /** Empty when absent. */
  text(path: string): string
  /** Empty when absent; a single text counts as a list of one. */
  texts(path: string): string[]
  flag(path: string): boolean
  scalar(path: string): string | number | undefined
  complain(path: string, what: string): void
  readonly problems: readonly Problem[]
}

export function createFieldReader(file: string, fields: Readonly<Record<string, unknown>>): FieldReader {
  const problems: Problem[] = []

  function complain(path: string, what: string): void {
    problems.push({ file, code: 'FIELD_INVALID', message: `its field "${path}" ${what}`, effect: 'used' })
  }

  const broken = new Set<string>()

  function at(path: string): unknown {
    const keys = path.split('.')
    return (
      keys.reduce<unknown>((value, key, n) => {
        const parent = keys.slice(0, n).join('.')
        if (value !== undefined && value !== null && !isFields(value) && !broken.has(parent)) {
          broken.add(parent)
          complain(parent, 'has no fields of its own')
        }
        return own(value, key)
      }, fields) ?? undefined
    )
  }

  return {
    problems,
    complain,
    text(path) {
      const value = at(path)
      if (value === undefined) return ''
      if (isScalar(value)) return String(value).trim()
      complain(path, 'is no text')
      return ''
    },
    texts(path) {
      const value = at(path)
      if (value === undefined) return []
      const list: readonly unknown[] = Array.isArray(value) ? value : [value]
      const texts = list.filter(isScalar).map((each) => String(each).trim())
      if (texts.length < list.length) complain(path, 'is no list of texts')
      return texts.filter((text) => text !== '')
    },
    flag(path) {
      const value = at(path)
      if (value !== undefined && typeof value !== 'boolean') complain(path, 'is neither true nor false')
      return value === true
    },
    scalar(path) {
      const value = at(path)
      return typeof value === 'string' || typeof value === 'number' ? value : undefined
    },
  }
}

function own(value: unknown, key: string): unknown {
  return isFields(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}
