/** `console`, captured: each line goes to the host as a message of its own. */
import type { ConsoleMessage } from '../bridge.js'
import type { Channel } from './channel.js'
import type { Events } from './events.js'
import type { Limits } from './limits.js'
import {
  bare,
  defineProperty,
  floor,
  jsonText,
  mapDelete,
  mapGet,
  mapSet,
  NativeMap,
  reflectGet,
  replaceAllText,
  textSlice,
  toStringTag,
  toText,
  toWellFormed,
} from './primordials.js'
import { type AnyFunction, disguise, replaceValue } from './replace.js'
import { inspect } from './runtime.js'

type Level = ConsoleMessage['level']
type Print = (...values: unknown[]) => void

/** Replaces `console`. What a value prints as is found by the engine's own inspector; its failure is printed instead. */
export function installConsole(channel: Channel, limits: Limits, events: Events): void {
  const real: object = console
  const counts = new NativeMap<string, number>()
  const startedAt = new NativeMap<string, number>()
  let indent = ''
  const printer =
    (level: Level): Print =>
    (...values) =>
      print(level, formatAll(values))
  const group: Print = (...values) => {
    if (values.length > 0) print('log', formatAll(values))
    indent += '  '
  }
  const sinceStart = (label: string): string =>
    `${label}: ${floor(events.elapsed() - (mapGet(startedAt, label) ?? events.elapsed()))}ms`
  const made: object = {}
  defineProperty(made, toStringTag, bare({ value: 'console', configurable: true }))

  member('log', printer('log'))
  member('debug', printer('debug'))
  member('info', printer('info'))
  member('dir', (value: unknown) => print('log', format(value)))
  member('dirxml', printer('log'))
  member('warn', printer('warn'))
  member('error', printer('error'))
  member('assert', (condition: unknown, ...values: unknown[]) => {
    if (!condition)
      print('error', values.length > 0 ? `Assertion failed ${formatAll(values)}` : 'Assertion failed')
  })
  member('count', (label: unknown = 'default') => {
    const name = toText(label)
    const count = (mapGet(counts, name) ?? 0) + 1
    mapSet(counts, name, count)
    print('log', `${name}: ${count}`)
  })
  member('countReset', (label: unknown = 'default') => void mapDelete(counts, toText(label)))
  member('table', (value: unknown) => print('log', format(value)))
  member('time', (label: unknown = 'default') => void mapSet(startedAt, toText(label), events.elapsed()))
  member('timeLog', (label: unknown = 'default') => print('log', sinceStart(toText(label))))
  member('timeEnd', (label: unknown = 'default') => {
    print('log', sinceStart(toText(label)))
    mapDelete(startedAt, toText(label))
  })
  member('group', group)
  member('groupCollapsed', group)
  member('groupEnd', () => {
    indent = textSlice(indent, 2)
  })
  member('clear', () => undefined)
  member('trace', printer('debug'))
  replaceValue(globalThis, 'console', made)

  function member(name: string, stand: AnyFunction): void {
    const original: unknown = reflectGet(real, name)
    const value = typeof original === 'function' ? disguise(stand, original as AnyFunction) : stand
    defineProperty(made, name, bare({ value, writable: true, enumerable: true, configurable: true }))
  }

  function print(level: Level, text: string): void {
    if (text.length + indent.length > limits.bytesLeft()) limits.exceed('bytes')
    const indented = indent === '' ? text : `${indent}${replaceAllText(text, '\n', `\n${indent}`)}`
    channel.send(`"type":"console","level":"${level}","text":${jsonText(toWellFormed(indented))}`)
  }
}

function formatAll(values: readonly unknown[]): string {
  let text = ''
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    text += `${i === 0 ? '' : ' '}${typeof value === 'string' ? value : format(value)}`
  }
  return text
}

function format(value: unknown): string {
  try {
    return inspect(value, bare({ colors: false, depth: 6 }))
  } catch (failure) {
    return `[not printable: ${typeof failure === 'object' ? 'it threw' : toText(failure)}]`
  }
}
