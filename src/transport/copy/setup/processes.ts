/** System calls about this thread, its namespaces, and the programs that it starts or becomes. */
import { deno } from './deno.js'
import { byAddress, checked, type Handle, handle, SystemCallError, text } from './libc.js'

const PIVOT_ROOT = deno.build.arch === 'aarch64' ? 41 : 155

const c = byAddress({
  chdir: { parameters: ['buffer'], result: 'i32' },
  close_range: { parameters: ['u32', 'u32', 'i32'], result: 'i32' },
  execve: { parameters: ['buffer', 'buffer', 'buffer'], result: 'i32' },
  pipe2: { parameters: ['buffer', 'i32'], result: 'i32' },
  pivot_root: { name: 'syscall', parameters: ['i64', 'buffer', 'buffer'], result: 'i64' },
  posix_spawn: {
    parameters: ['buffer', 'buffer', 'buffer', 'buffer', 'buffer', 'buffer'],
    result: 'i32',
  },
  posix_spawn_file_actions_init: { parameters: ['buffer'], result: 'i32' },
  posix_spawn_file_actions_adddup2: { parameters: ['buffer', 'i32', 'i32'], result: 'i32' },
  read: { parameters: ['i32', 'buffer', 'usize'], result: 'isize' },
  setns: { parameters: ['i32', 'i32'], result: 'i32' },
  umount2: { parameters: ['buffer', 'i32'], result: 'i32' },
  unshare: { parameters: ['i32'], result: 'i32' },
})

export const CLONE_NEWNS = 0x00020000
export const CLONE_NEWPID = 0x20000000

/** From now on this thread has namespaces of its own of these kinds; of processes, only what it starts. */
export function leaveNamespaces(kinds: number): void {
  checked('unshare', c.unshare(kinds))
}

/** Goes into a namespace; into one of mounts at its root. */
export function enterNamespace({ fd }: Handle, kind: number): void {
  checked('setns', c.setns(fd, kind))
}

export function enterFolder(path: string): void {
  checked('chdir', c.chdir(text(path)))
}

/** Makes the folder that this thread is in the root of its namespace of mounts; the old root is then at `old`, a path from there. */
export function makeRoot(old: string): void {
  checked('pivot_root', c.pivot_root(PIVOT_ROOT, text('.'), text(old)))
}

const MNT_DETACH = 2
const UMOUNT_NOFOLLOW = 8

/** With all that is mounted below. */
export function detach(path: string): void {
  checked('umount2', c.umount2(text(path), MNT_DETACH | UMOUNT_NOFOLLOW))
}

/** A program that was started, with a pipe in each direction. */
export interface Started {
  /** Waits for what it says; empty when it has closed its output, or ended. */
  hear(): string
  /** Ends its input. */
  endInput(): void
}

const O_CLOEXEC = 0o2000000
/** Of what the C library keeps there, some three times as much as there is: bytes. */
const FILE_ACTIONS_BYTES = 256
const MOST_HEARD_BYTES = 256

/** Starts a program that gets pipes to us, our standard error, and no other descriptor. */
export function startProgram(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Started {
  closeOnExecution()
  const [input, said] = pipe()
  const [heard, output] = pipe()
  const actions = new Uint8Array(FILE_ACTIONS_BYTES)
  succeeded('posix_spawn_file_actions_init', c.posix_spawn_file_actions_init(actions))
  succeeded('posix_spawn', c.posix_spawn_file_actions_adddup2(actions, input.fd, 0))
  succeeded('posix_spawn', c.posix_spawn_file_actions_adddup2(actions, output.fd, 1))
  const argv = list([program, ...args])
  const envp = list(variables(environment))
  const pid = new Uint8Array(4)
  succeeded('posix_spawn', c.posix_spawn(pid, text(program), actions, null, argv.addresses, envp.addresses))
  // The texts must not be collected before the kernel has read them.
  if (argv.texts.length + envp.texts.length === 0) throw new Error('there was nothing to start')
  input[Symbol.dispose]()
  output[Symbol.dispose]()
  return {
    hear() {
      const bytes = new Uint8Array(MOST_HEARD_BYTES)
      const length = Number(checked('read', c.read(heard.fd, bytes, bytes.length)))
      return new TextDecoder().decode(bytes.subarray(0, length))
    },
    endInput: () => said[Symbol.dispose](),
  }
}

/** Becomes another program, which gets the three standard descriptors and no other. Returns only by throwing. */
export function become(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): never {
  closeOnExecution()
  const argv = list([program, ...args])
  const envp = list(variables(environment))
  checked('execve', c.execve(text(program), argv.addresses, envp.addresses))
  // The texts must not be collected before the kernel has read them.
  throw new Error(`execve came back, with ${argv.texts.length + envp.texts.length} texts`)
}

const CLOSE_RANGE_CLOEXEC = 4

/** All but the three standard descriptors. */
function closeOnExecution(): void {
  checked('close_range', c.close_range(3, 0xffffffff, CLOSE_RANGE_CLOEXEC))
}

function pipe(): readonly [read: Handle, write: Handle] {
  const ends = new DataView(new ArrayBuffer(8))
  checked('pipe2', c.pipe2(ends, O_CLOEXEC))
  return [handle(ends.getInt32(0, true)), handle(ends.getInt32(4, true))]
}

/** These tell the number of the error, and leave it nowhere else. */
function succeeded(call: string, result: number): void {
  if (result !== 0) throw new SystemCallError(call, result)
}

function variables(environment: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(environment).map(([name, value]) => `${name}=${value}`)
}

function list(words: readonly string[]): {
  readonly addresses: BigUint64Array<ArrayBuffer>
  readonly texts: readonly Uint8Array[]
} {
  const texts = words.map(text)
  const addresses = new BigUint64Array(texts.length + 1)
  texts.forEach((bytes, i) => {
    addresses[i] = deno.UnsafePointer.value(deno.UnsafePointer.of(bytes))
  })
  return { addresses, texts }
}
