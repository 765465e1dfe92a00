/** What a user adds to redaction, and what they allow. */
import { createRequire } from 'node:module'
import { UsageError } from '../../base/index.js'

export interface RedactionRules {
  /** Names whose values are always replaced, whatever they look like: `customerNumber`. */
  readonly keys?: readonly string[]
  /** Regular expressions (RE2 syntax); what they match is replaced wherever it stands. */
  readonly patterns?: readonly string[]
  /** Values that stay, though they look like a secret. Values that were given as secrets are replaced all the same. */
  readonly allow?: readonly string[]
}

/** Replaces what one of the patterns matches, in time that is linear in the text. */
export type PatternReplacer = (text: string, replacement: (secret: string) => string) => string

/** @throws UsageError USAGE for a pattern that cannot be compiled */
export function patternReplacer(patterns: readonly string[] = []): PatternReplacer {
  const compiled = patterns.map(compile)
  return (text, replacement) => compiled.reduce((rest, each) => replaceMatches(each, rest, replacement), text)
}

type Pattern = ReturnType<typeof compile>

function compile(pattern: string) {
  try {
    return re2().RE2JS.compile(pattern)
  } catch (cause) {
    throw new UsageError(
      'USAGE',
      `Cannot redact by the pattern ${JSON.stringify(pattern)}: it cannot be compiled`,
      {
        hint: 'patterns are regular expressions as RE2 has them: without look-around and back references',
        cause,
      },
    )
  }
}

function replaceMatches(pattern: Pattern, text: string, replacement: (secret: string) => string): string {
  const matcher = pattern.matcher(text)
  let done = ''
  let rest = 0
  while (matcher.find()) {
    const secret = matcher.group() ?? ''
    // Redacting twice changes nothing more.
    if (secret === '' || secret.includes('REDACTED_')) continue
    done += text.slice(rest, matcher.start()) + replacement(secret)
    rest = matcher.end()
  }
  return rest === 0 ? text : done + text.slice(rest)
}

const require = createRequire(import.meta.url)

/** Loaded with the first pattern: most users have none. */
function re2(): typeof import('re2js') {
  return require('re2js')
}
