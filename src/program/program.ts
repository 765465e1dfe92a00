/** A program as text, made ready to run and to be spoken about. Nothing here runs it. */
import type { Finding, JsonObject, TextPosition } from '../base/index.js'
import type { TestFinder } from './find-tests.js'
import type { UncaughtFinder } from './find-uncaught.js'
import type { Waits } from './find-waits.js'
import type { MarkedProgram } from './mark-texts.js'
import type { ModuleText } from './module-text.js'
import type { ParamsUses } from './params-uses.js'
import type { WatchedProgram } from './watch-conditions.js'

export interface Program {
  readonly fileName: string
  /** Without a byte order mark. */
  readonly source: string
  /**
   * JavaScript that is the body of `async function (mcp, params) { "use strict"; … }` and cannot break out of it.
   * Every character stands where it stands in the source.
   */
  readonly code: string
  /** Every place where a tool is called and both names can be read off the text, in order of position. */
  readonly calls: readonly StaticCall[]
  /** What the text reads of the answers of these calls, without what it tests for. */
  readonly reads: readonly ResultRead[]
  /**
   * Where a call stands that an engine would place there, at the name that is called; undefined when no call stands there. For places that
   * come from a sandbox: they are claims.
   */
  callAt(place: TextPosition): TextPosition | undefined
  /** The same program with its conditions watched; made when it is first asked for, as what the two below say. */
  watched(): WatchedProgram
  /** The same program with marks in its texts. */
  marked(): MarkedProgram
  /** What becomes of the promises of its calls. */
  waits(): Waits
  /** The source as a module, for whoever checks its types. */
  typed(): ModuleText
  /** What the text does with `params`. */
  params(): ParamsUses
  /** What has to come out in some way before a call is made. */
  tests(): TestFinder
  /** Where exceptions of its calls are not caught. */
  uncaught(): UncaughtFinder
  /** What a run leaves in its guest for the next one, as far as the text shows. */
  leaves(): 'nothing' | 'unknown' | 'something'
}

/** A call that can be read off the text: `mcp.server.tool(...)`, also by brackets, aliases and destructuring of `mcp`. */
export interface StaticCall {
  readonly server: string
  readonly tool: string
  /** One-based position of the tool's name (not of `mcp`). */
  readonly line: number
  readonly column: number
  /** In which the call ends. */
  readonly lastLine: number
  /** Absent when the argument is no object literal; a call without an argument has an empty one. */
  readonly arguments?: StaticArguments
  /** True when it is plain that nothing is done with what it answers: it is awaited, and no more. */
  readonly isDiscarded?: boolean
}

/** What can be read off an object literal. */
export interface StaticArguments {
  /** The literal's values; what is computed is null here and named in `holes`. */
  readonly value: JsonObject
  /** JSON Pointers to values that are computed at run time. */
  readonly holes: readonly string[]
  /** JSON Pointers to objects that a spread or a computed key may add members to. */
  readonly open: readonly string[]
  /** Position of the value at a JSON Pointer: the nearest one that stands in the text. */
  positionOf(pointer: string): { readonly line: number; readonly column: number }
}

/** Something that a program reads of the answer of a call, by names and indexes that stand in the text. */
export interface ResultRead {
  readonly server: string
  readonly tool: string
  /** Where the call stands, as in `StaticCall`. */
  readonly call: { readonly line: number; readonly column: number }
  readonly path: readonly (string | number)[]
  /** So many steps of the path the program looks for before it relies on them. */
  readonly tested: number
  /** Where it is read first. */
  readonly line: number
  readonly column: number
  /** Where the program throws if there is nothing. */
  readonly needs: readonly NeededPlace[]
}

export interface NeededPlace {
  readonly line: number
  readonly column: number
  /** True when no run gets to the end of the program without passing here. */
  readonly always: boolean
}

export type Preparation =
  | { readonly kind: 'ready'; readonly program: Program; readonly findings: readonly Finding[] }
  /** Nothing can run: syntax errors, imports, an empty or binary file. At least one finding is an error. */
  | { readonly kind: 'invalid'; readonly findings: readonly Finding[] }
