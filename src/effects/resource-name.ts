/**
 * Names of resources, brought to a form in which two names of one thing are equal. What is too much alike is one name: that says at
 * worst that two things may be the same.
 */
import { trimEndOf } from '../base/index.js'

/**
 * The name in an argument, with `/` between its steps and before the first one of an absolute path. Undefined for what may stand for
 * something else than it says: what climbs up, stands for several, is escaped, or begins with a scheme or a drive.
 */
export function resourceName(text: string): string | undefined {
  const name = text.normalize('NFKC').trim()
  if (name === '' || name.length > MAX_LENGTH || CANNOT_BE_TOLD.test(name)) return undefined
  const steps = stepsOf(name).filter((step) => step !== '')
  const path = steps.length === 0 ? '.' : steps.join('/')
  return name.startsWith('/') ? `/${path}` : path
}

/** In characters: longer texts are no names. */
const MAX_LENGTH = 2_000
const CANNOT_BE_TOLD = /(^|\/)\.\.(\/|$)|[*?%~$\\]|^[a-z][a-z0-9+.-]*:/i

/** A filled pattern as a name; an empty step stands before an absolute path. */
export function joinedName(filled: string): string {
  const steps = stepsOf(filled.normalize('NFKC')).filter((step) => step !== '.')
  return steps.join('/')
}

/** Whether a name is another one, or of something below it, as far as can be told. */
export function isSameOrWithin(name: string, above: string): boolean {
  if (above === '') return true
  const steps = name.split('/')
  for (const [i, step] of above.split('/').entries()) {
    const own = steps[i]
    if (own === step) continue
    // A path from the root and one from a folder that nobody knows.
    return own !== undefined && (own === '' || step === '')
  }
  return true
}

function stepsOf(name: string): string[] {
  return name.split('/').map((step) => (step === '.' ? step : alike(step)))
}

/** Servers differ in what they take for one: case, forms of Unicode, ends of a name, ways to write a number or an identifier. */
function alike(step: string): string {
  const folded = step
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
  const name = folded.trim().replace(/^[#@]+(?=.)/, '')
  // One of dots alone means a folder.
  const bare = trimEndOf(name, /[. ]/) || name
  if (/^[+-]?[\d.]+(e[+-]?\d+)?$/.test(bare) && Number.isFinite(Number(bare))) return String(Number(bare))
  return UUID.test(bare) ? bare.replaceAll(/[{}-]/g, '') : bare
}

const UUID = /^\{?[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}\}?$/
