/** What the set-up uses of Deno. It is no package here: the process that runs this is a Deno. */

type Native = 'i32' | 'u32' | 'u64' | 'i64' | 'usize' | 'isize' | 'buffer' | 'pointer'
/** An address in memory; only Deno makes and reads them. */
export type Pointer = { readonly pointer: unique symbol } | null

export interface NativeFunction {
  readonly parameters: readonly Native[]
  readonly result: Native
  readonly name?: string
}

interface FunctionPointer {
  new <const T extends NativeFunction>(address: Pointer, definition: T): { readonly call: NativeCall<T> }
}

interface DenoApi {
  readonly args: readonly string[]
  readonly build: { readonly arch: string }
  dlopen<const T extends Readonly<Record<string, NativeFunction>>>(
    library: string,
    functions: T,
  ): { readonly symbols: NativeCalls<T> }
  readonly UnsafeFnPointer: FunctionPointer
  readonly UnsafePointer: { of(value: Memory): Pointer; value(pointer: Pointer): bigint }
  readonly UnsafePointerView: new (pointer: Pointer) => { getInt32(): number }
  readTextFileSync(path: string): string
  readLinkSync(path: string): string
  writeTextFileSync(path: string, text: string): void
  readonly stdout: { writeSync(bytes: Uint8Array): number }
  exit(code: number): never
}

type Value<T extends Native> = T extends 'buffer'
  ? Memory | null
  : T extends 'pointer'
    ? Pointer
    : T extends 'i32' | 'u32'
      ? number
      : number | bigint
type Returned<T extends Native> = T extends 'i32' | 'u32' ? number : T extends 'pointer' ? Pointer : bigint
type Values<T extends readonly Native[]> = { readonly [I in keyof T]: Value<T[I]> }
type NativeCall<T extends NativeFunction> = (...values: Values<T['parameters']>) => Returned<T['result']>
export type NativeCalls<T extends Readonly<Record<string, NativeFunction>>> = {
  readonly [Name in keyof T]: NativeCall<T[Name]>
}
/** Memory that is handed to a call. */
type Memory = Uint8Array<ArrayBuffer> | BigUint64Array<ArrayBuffer> | DataView<ArrayBuffer>

// The global of the runtime that this file is for; nothing else loads it.
export const deno = (globalThis as unknown as { readonly Deno: DenoApi }).Deno
