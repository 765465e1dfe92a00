/** A program as text, read, checked and made ready to run. Nothing of it runs. */
import type { Finding } from '../base/index.js'
import { textPositions } from '../document/index.js'
import { findCalls } from './find-calls.js'
import { findImports } from './find-imports.js'
import { findScopes } from './find-scopes.js'
import { parseScript } from './parse-script.js'
import type { Preparation } from './program.js'
import { programError } from './program-error.js'
import { readSource } from './read-source.js'
import { stripTypes } from './strip-types.js'
import { createTypeStripper, type TypeStripper } from './type-stripper.js'

export interface PrepareOptions {
  /** `.js`, `.mjs` and `.cjs` are JavaScript; everything else is TypeScript. */
  readonly fileName: string
  /** Default 1 MiB. */
  readonly maxBytes?: number
  /** Whoever prepares many programs keeps one and saves its start, some 60 ms; absent: one is started for a TypeScript program and closed. */
  readonly stripper?: TypeStripper
}

/**
 * Prepares a program. Never throws for what stands in it; at most a hundred findings are told.
 * Findings that leave nothing to run: PROGRAM_EMPTY, PROGRAM_NOT_TEXT, PROGRAM_TOO_LARGE, PROGRAM_TOO_COMPLEX, SYNTAX_ERROR,
 * TYPESCRIPT_UNSUPPORTED, IMPORT_NOT_ALLOWED. Others: MCP_MISUSE, CALL_NOT_AWAITED.
 */
export async function prepareProgram(
  source: string | Uint8Array,
  options: PrepareOptions,
): Promise<Preparation> {
  const { fileName, maxBytes = 1024 * 1024 } = options
  const reading = readSource(source, fileName, maxBytes)
  if (reading.kind === 'refused') return invalid(reading.finding)
  const { text } = reading
  const positionAt = textPositions(text, LINE_TERMINATORS)
  // The first line of a script may name its interpreter: as a comment it does no harm, and everything keeps its place.
  const runnable = text.startsWith('#!') ? `//${text.slice(2)}` : text

  const stripped = /\.[cm]?js$/i.test(fileName)
    ? { kind: 'stripped' as const, code: runnable }
    : await withStripper(options.stripper, (stripper) => stripTypes(runnable, stripper, positionAt))
  if (stripped.kind === 'refused') return invalid(stripped.finding)
  const parsing = parseScript(stripped.code, positionAt)
  if (parsing.kind === 'refused') return invalid(parsing.finding)

  const { tree } = parsing
  const scopes = findScopes(tree)
  const imports = findImports(tree, scopes, { source: runnable, code: stripped.code }, positionAt)
  if (imports.findings.length > 0) return invalid(...imports.findings)
  if (tree.body.every(({ type }) => type === 'ImportDeclaration'))
    return invalid(
      programError('PROGRAM_EMPTY', `${fileName} has no statement: there is nothing to run`, {
        line: 1,
        column: 1,
      }),
    )
  const { calls, findings } = findCalls(tree, scopes, positionAt)
  return {
    kind: 'ready',
    program: { fileName, source: text, code: imports.code, calls },
    findings: findings.slice(0, MAX_FINDINGS),
  }
}

const MAX_FINDINGS = 100

/** What ends a line for JavaScript, and so for the positions in a stack trace. */
const LINE_TERMINATORS = /\r\n|[\n\r\u2028\u2029]/g

function invalid(...findings: readonly Finding[]): Preparation {
  return { kind: 'invalid', findings: findings.slice(0, MAX_FINDINGS) }
}

async function withStripper<T>(
  given: TypeStripper | undefined,
  use: (stripper: TypeStripper) => Promise<T>,
): Promise<T> {
  if (given !== undefined) return await use(given)
  await using own = createTypeStripper()
  return await use(own)
}
