/**
 * The system calls that lead out of any namespace, and are refused in a copy: keys of the kernel, which know users and no namespaces;
 * sockets of families that know no network, such as those to the host of a virtual machine; and what has the kernel make sockets in its
 * own time, where no filter sees it. A program for the kernel's filter (seccomp(2)).
 */
import { deno } from './deno.js'
import { filterSystemCalls } from './isolation.js'

/** For this process and all that it starts, for good. */
export function refuseWaysOut(): void {
  filterSystemCalls(assemble([...programFor(deno.build.arch === 'aarch64' ? ARM : INTEL)]))
}

interface Calls {
  readonly machine: number
  /** Three numbers in a row: add_key, request_key, keyctl. */
  readonly addKey: number
  readonly socket: number
}

interface Machine {
  readonly own: Calls
  /** Of 32 bits, which the same kernel runs. */
  readonly small: Calls
}

const INTEL: Machine = {
  own: { machine: 0xc000003e, addKey: 248, socket: 41 },
  small: { machine: 0x40000003, addKey: 286, socket: 359 },
}
const ARM: Machine = {
  own: { machine: 0xc00000b7, addKey: 217, socket: 198 },
  small: { machine: 0x40000028, addKey: 309, socket: 281 },
}

/** Of machines of 32 bits: one number for all that sockets do, with its arguments out of sight. */
const SOCKETCALL = 102
/** Above it, numbers of a second kind for the same calls. */
const X32 = 0x40000000
/** The same number on all machines. Docker refuses it too, and programs do without. */
const IO_URING_SETUP = 425
/** Of this machine, of a network of one's own, and of the kernel to programs: AF_UNIX, INET, INET6, NETLINK, PACKET, ALG. */
const FAMILIES = [1, 2, 10, 16, 17, 38]
const ENOSYS = 38
const EAFNOSUPPORT = 97

/** A label, or an instruction: its code, its value, and where to go on when it says yes or no. */
type Line = string | readonly [code: keyof typeof CODES, value: number, yes?: string, no?: string]

function programFor({ own, small }: Machine): readonly Line[] {
  return [
    ['load', MACHINE],
    ['equal', own.machine, 'own'],
    ['equal', small.machine, 'small', 'no such call'],
    'own',
    ['load', NUMBER],
    ['at least', X32, 'no such call'],
    ...neverAllowed(own),
    ['equal', own.socket, 'socket', 'allowed'],
    'small',
    ['load', NUMBER],
    ...neverAllowed(small),
    ['equal', SOCKETCALL, 'no such call'],
    ['equal', small.socket, 'socket', 'allowed'],
    'socket',
    ['load', FIRST_ARGUMENT],
    ...FAMILIES.map((family) => ['equal', family, 'allowed'] as const),
    ['return', ERROR | EAFNOSUPPORT],
    'allowed',
    ['return', ALLOW],
    'no such call',
    ['return', ERROR | ENOSYS],
  ]
}

function neverAllowed({ addKey }: Calls): readonly Line[] {
  return [addKey, addKey + 1, addKey + 2, IO_URING_SETUP].map(
    (number) => ['equal', number, 'no such call'] as const,
  )
}

/** Where these stand in what the filter is shown. */
const NUMBER = 0
const MACHINE = 4
const FIRST_ARGUMENT = 16

const CODES = { load: 0x20, equal: 0x15, 'at least': 0x35, return: 0x06 } as const
const ALLOW = 0x7fff0000
const ERROR = 0x00050000

/** Eight bytes an instruction; without a label it goes on with the next. */
function assemble(lines: readonly Line[]): Uint8Array<ArrayBuffer> {
  const labels = new Map<string, number>()
  const instructions: (readonly [keyof typeof CODES, number, string?, string?])[] = []
  for (const line of lines)
    if (typeof line === 'string') labels.set(line, instructions.length)
    else instructions.push(line)
  const program = new DataView(new ArrayBuffer(instructions.length * 8))
  instructions.forEach(([code, value, ...to], at) => {
    program.setUint16(at * 8, CODES[code], true)
    to.forEach((label, i) => {
      program.setUint8(at * 8 + 2 + i, label === undefined ? 0 : (labels.get(label) ?? at + 1) - at - 1)
    })
    program.setUint32(at * 8 + 4, value, true)
  })
  return new Uint8Array(program.buffer)
}
