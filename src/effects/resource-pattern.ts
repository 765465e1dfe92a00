/** Patterns of resources, as users write them: `issue/{id}`. */

/** What is wrong with a pattern, as the end of a sentence; undefined for one that can be used. */
export function resourcePatternProblem(pattern: string): string | undefined {
  const fixed = pattern.replaceAll(/\{[^{}]+\}/g, 'x')
  if (/[{}]/.test(fixed)) return 'a place for an argument is written {name}, or {member/name} for one within'
  const places = pattern.matchAll(/\{([^{}]+)\}/g)
  if ([...places].some(([, names]) => names?.split('/').includes('')))
    return 'the names in a place for an argument are not empty'
  if (fixed !== fixed.trim() || fixed.split('/').some((step) => step.trim() === ''))
    return 'it is one or more names with "/" between them, such as issue/{id}'
  if (fixed.split('/').some((step) => step === '.' || step === '..'))
    return 'a step is a name, not "." or ".."'
  if (/[*?\\]/.test(fixed)) return 'it has no wildcards: a name stands for all below it, too'
  return undefined
}
