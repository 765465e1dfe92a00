/** Takes from the program's reach what it has no use for. The boundary is the process, not this: see SECURITY.md. */
import { GLOBALS } from './globals.js'
import { BASE64_NAMES, BODY_NAMES, BUFFER_NAMES, PATTERN_NAMES, TIMER_NAMES } from './parts.js'
import { contains, keepMembers, loadValue, removeMembers, replaceGetter } from './replace.js'

/** Keeps of the global object what is known, and nothing that a newer runtime might add. */
export function confineGlobals(): void {
  const { prototype } = Navigator
  keepMembers(globalThis, GLOBALS)
  for (let i = 0; i < GLOBALS.length; i++) {
    const name = GLOBALS[i] as string
    if (!isOfPart(name)) loadValue(globalThis, name)
  }
  keepMembers(prototype, NAVIGATOR_MEMBERS)
  replaceGetter(prototype, 'hardwareConcurrency', () => () => PROCESSORS)
  // Their names are chance, and nothing here could load them.
  removeMembers(URL, ['createObjectURL', 'revokeObjectURL'])
}

/** Those of the parts are made for the programs that ask for them. */
function isOfPart(name: string): boolean {
  for (let i = 0; i < PARTS.length; i++) if (contains(PARTS[i] as readonly string[], name)) return true
  return false
}

const PARTS = [BASE64_NAMES, BODY_NAMES, BUFFER_NAMES, PATTERN_NAMES, TIMER_NAMES]

declare const Navigator: { readonly prototype: object }

const NAVIGATOR_MEMBERS = [
  'constructor',
  'hardwareConcurrency',
  'language',
  'languages',
  'platform',
  'userAgent',
]

/** The same on every machine. */
const PROCESSORS = 4
