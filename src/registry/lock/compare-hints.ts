/** Annotations that claim less, or more, than before. They are hints of the server, and yet callers decide by them. */
import { EFFECT_HINTS } from '../../call/index.js'
import type { ToolChange } from './contract-change.js'
import type { Hints } from './contract-lock.js'

/** By what the hints mean with their defaults, which are pessimistic (specification: ToolAnnotations). */
export function compareHints(before: Hints = {}, after: Hints = {}): readonly ToolChange[] {
  const [was, now] = [meaningOf(before), meaningOf(after)]
  return EFFECT_HINTS.flatMap((hint): readonly ToolChange[] => {
    if (was[hint] !== now[hint]) return changeOf(hint, was, now)
    if (before[hint] === after[hint]) return []
    return [changeAt(hint, 'wording', `"${hint}" is ${stated(after[hint])} now, which means the same`)]
  })
}

type Meaning = Required<Hints>

function meaningOf(hints: Hints): Meaning {
  const readOnlyHint = hints.readOnlyHint ?? false
  return {
    readOnlyHint,
    // What changes nothing destroys nothing, and may be repeated.
    destructiveHint: !readOnlyHint && (hints.destructiveHint ?? true),
    idempotentHint: readOnlyHint || (hints.idempotentHint ?? false),
    openWorldHint: hints.openWorldHint ?? true,
  }
}

function changeOf(hint: keyof Meaning, was: Meaning, now: Meaning): readonly ToolChange[] {
  const gained = now[hint]
  switch (hint) {
    case 'readOnlyHint':
      return [
        gained
          ? changeAt(hint, 'additive', 'The tool is read-only now')
          : changeAt(
              hint,
              'breaking',
              now.destructiveHint
                ? 'The tool was read-only, and may destroy now'
                : 'The tool was read-only, and may write now',
            ),
      ]
    case 'destructiveHint':
      // Told with the hint that it follows from.
      if (was.readOnlyHint !== now.readOnlyHint) return []
      return [
        gained
          ? changeAt(hint, 'breaking', 'The tool did not destroy, and may destroy now')
          : changeAt(hint, 'additive', 'The tool does not destroy any more'),
      ]
    case 'idempotentHint':
      if (was.readOnlyHint !== now.readOnlyHint) return []
      return [
        gained
          ? changeAt(hint, 'additive', 'The tool may be called twice with the effect of one call now')
          : changeAt(
              hint,
              'risky',
              'The tool could be called twice with the effect of one call, and no longer can',
            ),
      ]
    case 'openWorldHint':
      return [
        gained
          ? changeAt(hint, 'risky', 'The tool kept to itself, and may reach outside now')
          : changeAt(hint, 'additive', 'The tool does not reach outside any more'),
      ]
  }
}

function stated(hint: boolean | undefined): string {
  return hint === undefined ? 'not stated' : `stated to be ${hint}`
}

function changeAt(hint: keyof Meaning, name: ToolChange['class'], message: string): ToolChange {
  return { class: name, part: 'annotations', pointer: `/${hint}`, message }
}
