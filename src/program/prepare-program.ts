/** A program as text, read, checked and made ready to run. Nothing of it runs. */
import { type Finding, once, SCRIPT_LINE_BREAKS, type TextPosition, textPositions } from '../base/index.js'
import { findCallSites } from './find-call-sites.js'
import { findCalls } from './find-calls.js'
import { findImports } from './find-imports.js'
import { findParams } from './find-params.js'
import { findReads } from './find-reads.js'
import { findScopes } from './find-scopes.js'
import { findTests } from './find-tests.js'
import { findUncaught } from './find-uncaught.js'
import { findWaits } from './find-waits.js'
import { leavesNothing } from './leaves-nothing.js'
import { markTexts } from './mark-texts.js'
import { isJavaScript, moduleText } from './module-text.js'
import { parseScript, type ScriptTree } from './parse-script.js'
import type { Preparation, Program } from './program.js'
import { programError } from './program-error.js'
import { readSource } from './read-source.js'
import type { Scopes } from './scope.js'
import { stripTypes } from './strip-types.js'
import { createTypeStripper, type TypeStripper } from './type-stripper.js'
import { watchConditions } from './watch-conditions.js'
import { writesShared } from './writes-shared.js'

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
  if (reading.kind === 'refused') return invalidProgram(reading.finding)
  const { text } = reading
  const positionAt = textPositions(text, SCRIPT_LINE_BREAKS)
  // The first line of a script may name its interpreter: as a comment it does no harm, and everything keeps its place.
  const runnable = text.startsWith('#!') ? `//${text.slice(2)}` : text

  const script = await readScript(runnable, options, positionAt)
  if (script.kind === 'refused') return invalidProgram(script.finding)
  const { tree, code } = script
  const scopes = findScopes(tree)
  const imports = findImports(tree, scopes, { source: runnable, code }, positionAt)
  if (imports.findings.length > 0) return invalidProgram(...imports.findings)
  if (tree.body.every(({ type }) => type === 'ImportDeclaration'))
    return invalidProgram(
      programError('PROGRAM_EMPTY', `${fileName} has no statement: there is nothing to run`, {
        line: 1,
        column: 1,
      }),
    )
  const { calls, findings } = findCalls(tree, scopes, positionAt)
  return {
    kind: 'ready',
    program: {
      fileName,
      source: text,
      code: imports.code,
      calls,
      reads: findReads(tree, scopes, positionAt),
      callAt: findCallSites(tree, code, positionAt),
      watched: once(() => watchConditions(tree, imports.code, positionAt)),
      marked: once(() => markTexts(tree, imports.code, positionAt)),
      typed: once(() => moduleText(runnable, fileName, positionAt)),
      params: once(() => findParams(tree, scopes, positionAt)),
      waits: once(() => findWaits(tree, imports.code, positionAt)),
      tests: once(() => findTests(tree, imports.code, positionAt)),
      uncaught: once(() => findUncaught(tree, positionAt)),
      leaves: once(() => whatIsLeft(tree, scopes, imports.code)),
    },
    findings: findings.slice(0, MAX_FINDINGS),
  }
}

const MAX_FINDINGS = 100

function whatIsLeft(tree: ScriptTree, scopes: Scopes, code: string): ReturnType<Program['leaves']> {
  if (leavesNothing(tree, scopes)) return 'nothing'
  return writesShared(code) ? 'something' : 'unknown'
}

function invalidProgram(...findings: readonly Finding[]): Preparation {
  return { kind: 'invalid', findings: findings.slice(0, MAX_FINDINGS) }
}

type ScriptReading =
  | { readonly kind: 'script'; readonly tree: ScriptTree; readonly code: string }
  | { readonly kind: 'refused'; readonly finding: Finding }

/**
 * JavaScript is parsed as it stands, and so is TypeScript that happens to be JavaScript: then there is nothing to take off, and
 * no thread to start. With an angle bracket one text may mean two things: `f<a>(b)` calls in the one and compares in the other.
 */
async function readScript(
  source: string,
  { fileName, stripper }: PrepareOptions,
  positionAt: (offset: number) => TextPosition,
): Promise<ScriptReading> {
  if (isJavaScript(fileName)) return parse(source, positionAt)
  const plain = source.includes('<') ? undefined : parse(source, positionAt)
  if (plain?.kind === 'script') return plain
  const stripped = await withStripper(stripper, (own) => stripTypes(source, own, positionAt))
  return stripped.kind === 'refused' ? stripped : parse(stripped.code, positionAt)
}

function parse(code: string, positionAt: (offset: number) => TextPosition): ScriptReading {
  const parsing = parseScript(code, positionAt)
  return parsing.kind === 'script' ? { ...parsing, code } : parsing
}

async function withStripper<T>(
  given: TypeStripper | undefined,
  use: (stripper: TypeStripper) => Promise<T>,
): Promise<T> {
  if (given !== undefined) return await use(given)
  await using own = createTypeStripper()
  return await use(own)
}
