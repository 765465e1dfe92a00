/** `console`, captured: each line goes to the host as a message of its own. */
import type { ConsoleMessage } from '../bridge.js'
import type { Channel } from './channel.js'
import type { Events } from './events.js'
import type { Limits } from './limits.js'
import {
  freeze,
  jsonText,
  mapDelete,
  mapGet,
  mapSet,
  NativeMap,
  replaceAllText,
  toText,
  toWellFormed,
} from './primordials.js'
import { inspect } from './runtime.js'
import { setGlobal } from './timers.js'

type Level = ConsoleMessage['level']
type Print = (...values: unknown[]) => void

/** Replaces `console`. What a value prints as is found by the engine's own inspector; its failure is printed instead. */
export function installConsole(channel: Channel, limits: Limits, events: Events): void {
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
  const sinceStart = (label: string) =>
    `${label}: ${events.elapsed() - (mapGet(startedAt, label) ?? events.elapsed())}ms`

  setGlobal(
    'console',
    freeze({
      log: printer('log'),
      info: printer('info'),
      warn: printer('warn'),
      error: printer('error'),
      debug: printer('debug'),
      trace: printer('debug'),
      dir: (value: unknown) => print('log', format(value)),
      dirxml: printer('log'),
      table: (value: unknown) => print('log', format(value)),
      assert(condition: unknown, ...values: unknown[]) {
        if (!condition) print('error', formatAll(['Assertion failed', ...values]))
      },
      count(label: unknown = 'default') {
        const name = toText(label)
        const count = (mapGet(counts, name) ?? 0) + 1
        mapSet(counts, name, count)
        print('log', `${name}: ${count}`)
      },
      countReset: (label: unknown = 'default') => void mapDelete(counts, toText(label)),
      group,
      groupCollapsed: group,
      groupEnd() {
        indent = indent.slice(2)
      },
      time: (label: unknown = 'default') => void mapSet(startedAt, toText(label), events.elapsed()),
      timeLog: (label: unknown = 'default') => print('log', sinceStart(toText(label))),
      timeEnd: (label: unknown = 'default') => print('log', sinceStart(toText(label))),
      clear: () => undefined,
    }),
  )

  function print(level: Level, text: string): void {
    if (text.length > limits.bytesLeft()) limits.exceed('bytes')
    const indented = indent === '' ? text : `${indent}${replaceAllText(text, '\n', `\n${indent}`)}`
    channel.send(`{"type":"console","level":"${level}","text":${jsonText(toWellFormed(indented))}}`)
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
    return inspect(value, { colors: false, depth: 6 })
  } catch (failure) {
    return `[not printable: ${typeof failure === 'object' ? 'it threw' : toText(failure)}]`
  }
}
