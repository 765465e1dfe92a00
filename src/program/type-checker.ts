/** Who says whether a text fits its types. */

/**
 * `check` may be called any number of times, also concurrently. It runs nothing of what stands in the text and reads no file that the
 * text names: all that there is are the text, the declarations and the library of the language. It resolves whatever they hold, with
 * `unchecked` where it takes too long, needs too much memory, or nothing is there that could check; it rejects with the reason of
 * `signal`, and with UsageError ALREADY_CLOSED once closed. Whoever created it closes it: its processes are gone then; closing twice is fine.
 */
export interface TypeChecker extends AsyncDisposable {
  /** For people: `TypeScript 7.0.2`. */
  readonly name: string
  check(typed: TypedText, signal?: AbortSignal): Promise<TypeCheck>
}

/** A module, and what is declared around it. */
export interface TypedText {
  /** `.js` is JavaScript and judged more leniently, `.ts` TypeScript, `.d.ts` declarations. */
  readonly kind: 'js' | 'ts' | 'd.ts'
  readonly text: string
  /** The text of a declaration file; may be empty. */
  readonly declarations: string
}

export type TypeCheck =
  | { readonly kind: 'checked'; readonly problems: readonly TypeProblem[] }
  /** `why` continues a sentence: `it takes more than 20000 ms`. */
  | { readonly kind: 'unchecked'; readonly why: string }

export interface TypeProblem {
  /** Of the compiler: 2322. */
  readonly code: number
  readonly message: string
  /** In UTF-16 code units from the start of the text. */
  readonly offset: number
}
