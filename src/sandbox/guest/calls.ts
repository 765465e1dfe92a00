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

/** `beforeCall` tells the host what it is to know of the time before a call: after it nothing may be heard of the program any more. */
export function createCalls(
  channel: Channel,
  limits: Limits,
  events: Events,
  stacks: Stacks,
  beforeCall: () => void,
): Calls {
  const open = new NativeMap<number, OpenCall>()
  const undelivered = new NativeMap<number, true>()
  let last = 0
  let lastAtReturn = 0
  let left = ''
  let unanswered = 0
  return {
    begin() {
      mapClear(open)
      mapClear(undelivered)
      last = 0
      unanswered = 0
    },
    make(called, values) {
      return new NativePromise((resolve, reject) => {
        // What this throws rejects the promise: a call never throws before it is awaited.
        const position = stacks.siteOf(called.callee)
        send(called, values, position)
        unanswered++
        mapSet(undelivered, last, true)
        mapSet(open, last, { atMs: events.elapsed(), order: events.reserve(), position, resolve, reject })
      })
    },
    areUnderWay: () => unanswered > 0,
    bodyReturned() {
      left = ''
      mapForEach(undelivered, (_, id) => {
        left += `${left === '' ? '' : ','}${id}`
      })
      lastAtReturn = last
    },
    leftOpen() {
      for (let id = lastAtReturn + 1; id <= last; id++) left += `${left === '' ? '' : ','}${id}`
      return `[${left}]`
    },
    receiveReplies() {
      if (unanswered > 0) channel.send('"type":"awaiting"')
      while (unanswered > 0) {
        const message = channel.receive()
        if (message.type !== 'rpc_result') continue
        unanswered--
        schedule(message)
      }
    },
    receiveNextReply(limitMs) {
      if (limitMs !== undefined) channel.send(`"type":"awaiting","wake_after_ms":${limitMs}`)
      const message = channel.receive()
      if (message.type !== 'rpc_result') return
      unanswered--
      schedule(message)
    },
  }

  function send(
    { server, tool }: CalledTool,
    values: readonly unknown[],
    position: Position | undefined,
  ): void {
    const written = writeArguments(`${server}:${tool}`, values, limits)
    if (server.length + tool.length > limits.bytesLeft()) limits.exceed('bytes')
    beforeCall()
    channel.send(
      `"type":"rpc_call","id":${++last},"server":${jsonText(server)},"tool":${jsonText(tool)},` +
        `${written === undefined ? '' : `"args":${written.json},`}"unknown_at":${written?.unknownAt ?? '[]'}` +
        `${events.isReal() ? '' : `,"at_ms":${floor(events.elapsed())}`}` +
        `${position === undefined ? '' : `,"line":${position.line},"column":${position.column}`}`,
    )
  }

  function schedule(message: RpcResultMessage): void {
    const call = mapGet(open, message.id)
    if (call === undefined) return
    mapDelete(open, message.id)
    const isReal = events.isReal()
    events.schedule({
      atMs: isReal ? events.elapsed() : call.atMs + message.elapsed_ms,
      order: isReal ? events.reserve() : call.order,
      holds: () => true,
      happen() {
        mapDelete(undelivered, message.id)
        if (message.success)
          call.resolve(isOfUnknown(message) ? createUnknown(message.unknown) : message.result)
        else {
          const error = createToolError(message.id, message.error)
          stacks.place(error, call.position)
          call.reject(error)
        }
      },
    })
  }
}

type Success = Extract<RpcResultMessage, { readonly success: true }>

function isOfUnknown(message: Success): message is Extract<Success, { readonly unknown: string }> {
  return hasOwn(message, 'unknown')
}
