/** The settings file: what a project says about its recordings and its servers. */
import { resolve } from 'node:path'
import { parseDuration, positionText, type TextPosition, UnderstudyError, UsageError } from '../base/index.js'
import { type DocumentNode, documentFormat, parseDocument, repeatedMembers } from '../document/index.js'
import { resourcePatternProblem, STATEMENT_LANGUAGES, type StatementPlace } from '../effects/index.js'
import { createRedactor, type RedactionRules, type RedactionSettings } from '../recording/redaction/index.js'
import { parseRate } from './parse-rate.js'
import { readContacts } from './read-contacts.js'
import type { EntryContext } from './read-entry.js'
import { readRehearsals } from './read-rehearsals.js'
import type { ServerSettings, Settings, ToolRecordingSettings, UndoSettings } from './settings.js'
import { found, mapOf, membersOf, type ReadText, type Refuse, readTexts } from './settings-nodes.js'

/**
 * Parses `{ recordings: { ttl?, tools?: { "SERVER:TOOL": { ttl?, ignore? } }, redact?: { keys?, values?, patterns?, allow? } },
 * rehearsals?: { idle?, longest?, worlds?, assume? },
 * undo?: { megabytes?, keep? }, servers?: { "SERVER": { concurrency?, rate?, sessions?, copy?, folders?, memory?, network?, effects?, live_reads?, previews?, rehearse? } } }`,
 * in YAML or JSON. Keys that are not known are errors, since a misspelt one protects nothing. `from`: what its server entries may name.
 * @throws UsageError SETTINGS_INVALID with line and column
 */
export function parseSettings(text: string, fileName: string, from: SettingsContext = NOTHING_SET): Settings {
  const parsing = parseDocument(text, { format: documentFormat(fileName, text) })
  if (parsing.kind === 'broken') throw invalidSettings(fileName, parsing, parsing.message)
  const refuse: Refuse = (node, problem) => {
    throw invalidSettings(fileName, parsing.positionAt(node.offset), problem)
  }
  const { root } = parsing
  const [repeated] = repeatedMembers(root)
  if (repeated !== undefined) return refuse(repeated, `the key "${repeated.key}" is written twice`)
  const known = ['$schema', 'recordings', 'rehearsals', 'servers', 'undo'] as const
  const { recordings, rehearsals, servers, undo } = membersOf(root, 'a settings file', known, refuse)
  const what = '"recordings"'
  const { ttl, tools, redact } =
    recordings === undefined ? {} : membersOf(recordings, what, ['ttl', 'tools', 'redact'], refuse)
  return {
    recordings: {
      ...readTtl(ttl, refuse),
      tools: tools === undefined ? [] : readTools(tools, refuse),
      redact: redact === undefined ? {} : readRedact(redact, refuse),
    },
    ...(rehearsals === undefined ? {} : { rehearsals: readRehearsals(rehearsals, refuse, readCount) }),
    servers:
      servers === undefined
        ? {}
        : readServers(servers, { ...from, fileName: resolve(from.cwd, fileName) }, refuse),
    ...(undo === undefined ? {} : { undo: readUndo(undo, refuse) }),
  }
}

export type SettingsContext = Pick<EntryContext, 'env' | 'cwd' | 'readEnvFile'>

const NOTHING_SET: SettingsContext = {
  env: {},
  cwd: '/',
  readEnvFile() {
    throw new UsageError('USAGE', 'Cannot read an envFile here')
  },
}

function invalidSettings(fileName: string, at: TextPosition, problem: string): UsageError {
  return new UsageError(
    'SETTINGS_INVALID',
    `Cannot read the settings "${fileName}": ${problem} (${positionText(at)})`,
    { hint: 'settings look like { recordings: { ttl: "30d", tools: { "server:tool*": { ttl: "1h" } } } }' },
  )
}

function readTtl(node: DocumentNode | undefined, refuse: Refuse): { readonly ttlMs?: number } {
  if (node === undefined) return {}
  const text = node.kind === 'scalar' ? node.value : undefined
  const ttlMs = typeof text === 'string' ? parseDuration(text) : undefined
  return ttlMs === undefined
    ? refuse(node, '"ttl" is a number with a unit, such as "30d", "12 hours" or "90s", or "never"')
    : { ttlMs }
}

function readUndo(node: DocumentNode, refuse: Refuse): UndoSettings {
  const { megabytes, keep } = membersOf(node, '"undo"', ['megabytes', 'keep'], refuse)
  const size = megabytes?.kind === 'scalar' ? megabytes.value : undefined
  if (megabytes !== undefined && (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0))
    return refuse(megabytes, '"megabytes" is a whole number, 0 for nothing')
  const text = keep?.kind === 'scalar' ? keep.value : undefined
  const keepMs = typeof text === 'string' ? parseDuration(text) : undefined
  if (keep !== undefined && (keepMs === undefined || keepMs === Number.POSITIVE_INFINITY))
    return refuse(keep, '"keep" is a number with a unit, such as "30d" or "12 hours"')
  return {
    ...(typeof size === 'number' ? { maxBytes: size * 1_048_576 } : {}),
    ...(keepMs === undefined ? {} : { keepMs }),
  }
}

function readTools(node: DocumentNode, refuse: Refuse): readonly ToolRecordingSettings[] {
  return mapOf(node, '"tools"', refuse).members.map((member) => {
    const { key, value } = member
    if (!(key === '*' || /^[^:]+:./s.test(key)))
      return refuse(member, `"${key}" is no pattern of tools: it is "SERVER:TOOL", where * is any characters`)
    const { ttl, ignore } = membersOf(value, `"${key}"`, ['ttl', 'ignore'], refuse)
    return {
      tools: key,
      ...readTtl(ttl, refuse),
      ...(ignore === undefined ? {} : { ignore: readPointers(ignore, refuse) }),
    }
  })
}

function readPointers(node: DocumentNode, refuse: Refuse): readonly string[] {
  return readTexts(node, '"ignore"', refuse, (text, item) =>
    text.startsWith('/') ? text : refuse(item, 'a JSON Pointer into the arguments begins with "/"'),
  )
}

function readRedact(node: DocumentNode, refuse: Refuse): RedactionSettings {
  const { keys, values, patterns, allow } = membersOf(
    node,
    '"redact"',
    ['keys', 'values', 'patterns', 'allow'],
    refuse,
  )
  return {
    ...(keys && { keys: readTexts(keys, '"keys"', refuse, aWord(refuse)) }),
    ...(values && { values: readTexts(values, '"values"', refuse, longEnough(refuse)) }),
    ...(patterns && { patterns: readTexts(patterns, '"patterns"', refuse, aPattern(refuse)) }),
    ...(allow && { allow: readTexts(allow, '"allow"', refuse, (text) => text) }),
  }
}

function aWord(refuse: Refuse): ReadText {
  return (text, item) => (/[A-Za-z0-9]/.test(text) ? text : refuse(item, 'a key has letters or digits'))
}

function longEnough(refuse: Refuse): ReadText {
  return (text, item) =>
    text.length >= 4
      ? text
      : refuse(
          item,
          'a value to replace everywhere has at least 4 characters, or it would be found in everything',
        )
}

function aPattern(refuse: Refuse): ReadText {
  return (text, item) => {
    const rules: RedactionRules = { patterns: [text] }
    try {
      createRedactor({ secrets: [], rules })
      return text
    } catch (failure) {
      if (failure instanceof UnderstudyError) return refuse(item, failure.message)
      throw failure
    }
  }
}

function readServers(node: DocumentNode, from: EntryContext, refuse: Refuse): Settings['servers'] {
  const { members } = mapOf(node, '"servers"', refuse)
  return Object.fromEntries(members.map(({ key, value }) => [key, readServer(key, value, from, refuse)]))
}

function readServer(name: string, node: DocumentNode, from: EntryContext, refuse: Refuse): ServerSettings {
  const known = [
    'concurrency',
    'rate',
    'sessions',
    'copy',
    'folders',
    'memory',
    'network',
    'effects',
    'live_reads',
    'previews',
    'rehearse',
  ] as const
  const { concurrency, rate, sessions, copy, folders, memory, network, effects, ...contacts } = membersOf(
    node,
    `"${name}"`,
    known,
    refuse,
  )
  return {
    ...(concurrency && { concurrency: readCount(concurrency, '"concurrency"', refuse) }),
    ...(rate && { rate: readRate(rate, refuse) }),
    ...(sessions && { sessions: readCount(sessions, '"sessions"', refuse) }),
    ...(copy && { copy: readFlag(copy, '"copy"', refuse) }),
    ...(folders && { folders: readTexts(folders, '"folders"', refuse, aFolder(refuse)) }),
    ...(memory && { memory: readFlag(memory, '"memory"', refuse) }),
    ...(network && { network: readNetwork(network, refuse) }),
    ...(effects && { effects: readEffects(effects, refuse) }),
    ...readContacts(name, contacts, from, refuse),
  }
}

function readEffects(node: DocumentNode, refuse: Refuse): NonNullable<ServerSettings['effects']> {
  return mapOf(node, '"effects"', refuse).members.map(({ key: tool, value }) => {
    if (value.kind === 'scalar' && value.value === 'read') return { tool, footprint: 'read' }
    if (value.kind !== 'map')
      return refuse(
        value,
        `the effect of "${tool}" is "read", { reads, writes, needs }, or { statement }, ${found(value)}`,
      )
    if (value.members.some(({ key }) => key === 'statement'))
      return { tool, footprint: readStatement(tool, value, refuse) }
    const parts = membersOf(value, `"${tool}"`, ['reads', 'writes', 'needs'], refuse)
    if (parts.reads === undefined && parts.writes === undefined)
      return refuse(value, `"${tool}" says neither what it reads nor what it writes`)
    const patterns = Object.entries(parts).map(
      ([part, names]) => [part, readTexts(names, `"${part}"`, refuse, aResource(refuse))] as const,
    )
    return { tool, footprint: Object.fromEntries(patterns) }
  })
}

function readStatement(tool: string, node: DocumentNode, refuse: Refuse): StatementPlace {
  const { statement, language } = membersOf(node, `"${tool}"`, ['statement', 'language'], refuse)
  const pointer = statement?.kind === 'scalar' ? statement.value : undefined
  if (typeof pointer !== 'string' || !/^(?:\/(?:[^~/]|~[01])+)+$/.test(pointer))
    return refuse(
      statement ?? node,
      'a statement stands at a JSON Pointer into the arguments, such as "/sql"',
    )
  if (language === undefined) return { statement: pointer }
  const known = STATEMENT_LANGUAGES.find((each) => language.kind === 'scalar' && language.value === each)
  return known === undefined
    ? refuse(
        language,
        `the language of a statement is one of ${STATEMENT_LANGUAGES.join(', ')}, ${found(language)}`,
      )
    : { statement: pointer, language: known }
}

function aResource(refuse: Refuse): ReadText {
  return (text, item) => {
    const problem = resourcePatternProblem(text)
    return problem === undefined
      ? text
      : refuse(item, `${JSON.stringify(text)} names no resource: ${problem}`)
  }
}

function readFlag(node: DocumentNode, what: string, refuse: Refuse): boolean {
  const value = node.kind === 'scalar' ? node.value : undefined
  return typeof value === 'boolean' ? value : refuse(node, `${what} is true or false, ${found(node)}`)
}

function readNetwork(node: DocumentNode, refuse: Refuse): 'ignored' {
  return node.kind === 'scalar' && node.value === 'ignored'
    ? 'ignored'
    : refuse(node, `"network" is "ignored" or left out, ${found(node)}`)
}

function aFolder(refuse: Refuse): ReadText {
  return (text, item) => (text.trim() === '' ? refuse(item, 'a folder has a name') : text)
}

function readCount(node: DocumentNode, what: string, refuse: Refuse): number {
  const count = node.kind === 'scalar' ? node.value : undefined
  return typeof count === 'number' && Number.isSafeInteger(count) && count > 0
    ? count
    : refuse(node, `${what} is a whole number above 0`)
}

function readRate(node: DocumentNode, refuse: Refuse): NonNullable<ServerSettings['rate']> {
  const text = node.kind === 'scalar' ? node.value : undefined
  const rate = typeof text === 'string' ? parseRate(text) : undefined
  return rate ?? refuse(node, '"rate" is so many calls in so much time, such as "10/s" or "100/10 minutes"')
}
