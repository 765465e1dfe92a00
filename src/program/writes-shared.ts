/**
 * Whether a program is written to change what all programs of a guest have: the global object, prototypes, built-in functions. Judged by its
 * text alone; too much costs only time.
 */
export function writesShared(code: string): boolean {
  const text = code.replace(BORROWED_METHOD, '').replace(READ_OF_GLOBAL, '')
  return REACHES.test(text) || WRITES.test(text)
}

/** `Object.prototype.hasOwnProperty.call(value, name)` changes nothing. */
const BORROWED_METHOD = /\.prototype\.\w+\.(?:call|apply|bind)\b/g

const ASSIGNED = String.raw`\s*(?:(?:[-+*/%&|^]|\*\*|<<|>>>?|&&|\|\||\?\?)?=(?![=>])|\+\+|--)`
const MEMBER = String.raw`(?:\s*\??\.\s*[\w$]+|\s*\[[^\]]*\])`

/** Nor does `globalThis.crypto.randomUUID()`. */
const READ_OF_GLOBAL = new RegExp(
  String.raw`\bglobalThis\s*\.\s*[\w$]+(?!${MEMBER}*${ASSIGNED})(?![\w$])`,
  'g',
)

const REACHES =
  /\b(?:globalThis|self|prototype|__proto__|[gs]etPrototypeOf|__define[GS]etter__)\b|(?:\.\s*|["'`])constructor\b/

/** Of objects that are there before it: all that have a name of a class, and those that hold functions. */
const SHARED = String.raw`\b(?:[A-Z][\w$]*|console|crypto|performance|mcp)\b`
const BUILT_IN = String.raw`\b(?:Object|Array|String|Number|Math|JSON|Intl|Date|Map|Set|Promise|RegExp|Error|Function|Symbol|Reflect|console|crypto|performance|mcp)\b`
const WRITES = new RegExp(
  [
    `(?<!\\.)${SHARED}${MEMBER}+${ASSIGNED}`,
    String.raw`(?:\bdelete\s+|\+\+|--)${SHARED}\s*[.[]`,
    String.raw`(?:const|let|var)\s+[\w$]+\s*=\s*${BUILT_IN}(?!\s*\??[.([])`,
    String.raw`\b(?:assign|defineProperty|defineProperties|set)\s*\(\s*${SHARED}(?!\s*[.(])`,
  ].join('|'),
)
