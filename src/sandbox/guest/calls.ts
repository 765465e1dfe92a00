/** The program's calls: sent as they are made, answered when virtual time has come to it, or in real time when the reply comes. */
import type { RpcResultMessage } from '../bridge.js'
import { writeArguments } from './arguments.js'
import type { Channel } from './channel.js'
import type { Events } from './events.js'
import type { Limits } from './limits.js'
import {
  floor,
  hasOwn,
  jsonText,
  mapClear,
  mapDelete,
  mapForEach,
  mapGet,
  mapSet,
  NativeMap,
  NativePromise,
} from './primordials.js'
import type { AnyFunction } from './replace.js'
import type { Position, Stacks } from './stack.js'
import { createToolError } from './tool-error.js'
import { createUnknown } from './unknown.js'

export interface Calls {
  /** Forgets the calls of the program before. */
  begin(): void
  /** Sends a call; `callee` is the function that the program called. Rejects with a TypeError for arguments that cannot be sent. */
  make(called: CalledTool, values: readonly unknown[]): Promise<unknown>
  /** True when a call that was sent has no reply. */
  areUnderWay(): boolean
  /** The program's body has returned: what has no reply by now it does not wait for, nor for what it calls from here on. */
  bodyReturned(): void
  /** The calls that it did not wait for, as a list in JSON. */
  leftOpen(): string
  /** In virtual time: waits until every call that was sent has its reply, and puts the replies where they belong in time. */
  receiveReplies(): void
  /** In real time: waits until a reply comes, for `limitMs` at most where that is given. It is due at once. */
  receiveNextReply(limitMs: number | undefined): void
}

export interface CalledTool {
  readonly server: string
  readonly tool: string
  readonly callee: AnyFunction
}

interface OpenCall {
  readonly atMs: number
  readonly order: number
  readonly position: Position | undefined
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** What calls are made with. */
export interface CallsWorld {
  readonly channel: Channel
  readonly limits: Limits
  readonly events: Events
  readonly stacks: Stacks
  /** Tells the host what it is to know of the time before a call: after it nothing may be heard of the program any more. */
  beforeCall(): void
}

export class ProgramCalls implements Calls {
  readonly #world: CallsWorld
  readonly #open = new NativeMap<number, OpenCall>()
  readonly #undelivered = new NativeMap<number, true>()
  #last = 0
  #lastAtReturn = 0
  #left = ''
  #unanswered = 0

  constructor(world: CallsWorld) {
    this.#world = world
  }

  begin(): void {
    mapClear(this.#open)
    mapClear(this.#undelivered)
    this.#last = 0
    this.#unanswered = 0
  }

  make(called: CalledTool, values: readonly unknown[]): Promise<unknown> {
    const { stacks, events } = this.#world
    return new NativePromise((resolve, reject) => {
      // What this throws rejects the promise: a call never throws before it is awaited.
      const position = stacks.siteOf(called.callee)
      this.#send(called, values, position)
      this.#unanswered++
      mapSet(this.#undelivered, this.#last, true)
      const made = { atMs: events.elapsed(), order: events.reserve(), position, resolve, reject }
      mapSet(this.#open, this.#last, made)
    })
  }

  areUnderWay(): boolean {
    return this.#unanswered > 0
  }

  bodyReturned(): void {
    this.#left = ''
    mapForEach(this.#undelivered, (_, id) => this.#leave(id))
    this.#lastAtReturn = this.#last
  }

  leftOpen(): string {
    for (let id = this.#lastAtReturn + 1; id <= this.#last; id++) this.#leave(id)
    return `[${this.#left}]`
  }

  receiveReplies(): void {
    const { channel } = this.#world
    if (this.#unanswered > 0) channel.send('"type":"awaiting"')
    while (this.#unanswered > 0) this.#receive()
  }

  receiveNextReply(limitMs: number | undefined): void {
    if (limitMs !== undefined) this.#world.channel.send(`"type":"awaiting","wake_after_ms":${limitMs}`)
    this.#receive()
  }

  #leave(id: number): void {
    this.#left += `${this.#left === '' ? '' : ','}${id}`
  }

  #receive(): void {
    const message = this.#world.channel.receive()
    if (message.type !== 'rpc_result') return
    this.#unanswered--
    this.#schedule(message)
  }

  #send({ server, tool }: CalledTool, values: readonly unknown[], position: Position | undefined): void {
    const { channel, limits, events } = this.#world
    const written = writeArguments(`${server}:${tool}`, values, limits)
    if (server.length + tool.length > limits.bytesLeft()) limits.exceed('bytes')
    this.#world.beforeCall()
    channel.send(
      `"type":"rpc_call","id":${++this.#last},"server":${jsonText(server)},"tool":${jsonText(tool)},` +
        `${written === undefined ? '' : `"args":${written.json},`}"unknown_at":${written?.unknownAt ?? '[]'}` +
        `${events.isReal() ? '' : `,"at_ms":${floor(events.elapsed())}`}` +
        `${position === undefined ? '' : `,"line":${position.line},"column":${position.column}`}`,
    )
  }

  #schedule(message: RpcResultMessage): void {
    const { events } = this.#world
    const call = mapGet(this.#open, message.id)
    if (call === undefined) return
    mapDelete(this.#open, message.id)
    const isReal = events.isReal()
    events.schedule({
      atMs: isReal ? events.elapsed() : call.atMs + message.elapsed_ms,
      order: isReal ? events.reserve() : call.order,
      holds: () => true,
      happen: () => this.#deliver(call, message),
    })
  }

  #deliver(call: OpenCall, message: RpcResultMessage): void {
    mapDelete(this.#undelivered, message.id)
    if (message.success) {
      call.resolve(isOfUnknown(message) ? createUnknown(message.unknown) : message.result)
      return
    }
    const error = createToolError(message.id, message.error)
    this.#world.stacks.place(error, call.position)
    call.reject(error)
  }
}

type Success = Extract<RpcResultMessage, { readonly success: true }>

function isOfUnknown(message: Success): message is Extract<Success, { readonly unknown: string }> {
  return hasOwn(message, 'unknown')
}
