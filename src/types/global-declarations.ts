/** What programs have beside the language: names of the sandbox, a few of them with types, the others with none. */

const FUNCTIONS = [
  'function setTimeout(callback: (...args: any[]) => unknown, ms?: number, ...args: any[]): any',
  'function setInterval(callback: (...args: any[]) => unknown, ms?: number, ...args: any[]): any',
  'function setImmediate(callback: (...args: any[]) => unknown, ...args: any[]): any',
  'function clearTimeout(timer?: unknown): void',
  'function clearInterval(timer?: unknown): void',
  'function clearImmediate(timer?: unknown): void',
  'function queueMicrotask(callback: () => void): void',
  'function structuredClone<T>(value: T, options?: object): T',
  'function reportError(error: unknown): void',
  'function atob(text: string): string',
  'function btoa(text: string): string',
]

const VALUES = [
  'console: Understudy.Console',
  'crypto: { randomUUID(): string; getRandomValues<T>(array: T): T; readonly subtle: any }',
  'performance: { now(): number; readonly timeOrigin: number; [name: string]: any }',
  'navigator: any',
  'self: any',
]

/** Constructors and names of types alike. */
const CLASSES = [
  'AbortController',
  'AbortSignal',
  'Blob',
  'Buffer',
  'ByteLengthQueuingStrategy',
  'CloseEvent',
  'CompressionStream',
  'CountQueuingStrategy',
  'Crypto',
  'CryptoKey',
  'CustomEvent',
  'DOMException',
  'DecompressionStream',
  'ErrorEvent',
  'Event',
  'EventTarget',
  'File',
  'Headers',
  'MessageEvent',
  'Navigator',
  'Performance',
  'ProgressEvent',
  'PromiseRejectionEvent',
  'QuotaExceededError',
  'ReadableByteStreamController',
  'ReadableStream',
  'ReadableStreamBYOBReader',
  'ReadableStreamBYOBRequest',
  'ReadableStreamDefaultController',
  'ReadableStreamDefaultReader',
  'Request',
  'Response',
  'SubtleCrypto',
  'TextDecoder',
  'TextDecoderStream',
  'TextEncoder',
  'TextEncoderStream',
  'TransformStream',
  'TransformStreamDefaultController',
  'URL',
  'URLPattern',
  'URLSearchParams',
  'WebAssembly',
  'WritableStream',
  'WritableStreamDefaultController',
  'WritableStreamDefaultWriter',
]

/** Names that are there and lead nowhere: the sandbox has no network. */
const REFUSED = ['fetch', 'WebSocket']

const CONSOLE = `declare namespace Understudy {
  /** What is printed stands in the report. */
  interface Console {
    log(...values: unknown[]): void
    debug(...values: unknown[]): void
    info(...values: unknown[]): void
    warn(...values: unknown[]): void
    error(...values: unknown[]): void
    trace(...values: unknown[]): void
    dir(value: unknown, options?: object): void
    dirxml(...values: unknown[]): void
    table(value: unknown, columns?: readonly string[]): void
    assert(condition?: unknown, ...values: unknown[]): void
    count(label?: string): void
    countReset(label?: string): void
    time(label?: string): void
    timeLog(label?: string, ...values: unknown[]): void
    timeEnd(label?: string): void
    group(...values: unknown[]): void
    groupCollapsed(...values: unknown[]): void
    groupEnd(): void
    clear(): void
  }
}
`

/** For projects whose settings bring neither the DOM nor Node.js, which declare the same names. */
export const GLOBAL_DECLARATIONS = [
  '// What programs have of the web and of Node.js; "understudy types --no-globals" leaves it out.\n',
  CONSOLE,
  ...FUNCTIONS.map((text) => `declare ${text}\n`),
  ...VALUES.map((text) => `declare const ${text}\n`),
  ...CLASSES.map((name) => `declare const ${name}: any\ntype ${name} = any\n`),
  ...REFUSED.map(
    (name) =>
      `/** @deprecated There is no network: reach the world through mcp. */\ndeclare const ${name}: any\n`,
  ),
].join('')
