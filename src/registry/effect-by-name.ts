/** What a tool's name says that it does. */
import type { Effect } from '../policy/index.js'

/** An effect that a name can speak of. */
export type NamedEffect = Exclude<Effect, 'unknown'>

/**
 * Reads the verb of a name such as `read_file`, `getUser`, `API-delete-a-block`: its first word, or its second where the first
 * is no verb we know. Verbs joined by "and", "or" or "then" count too; the worst one wins. Undefined when no verb is known.
 */
export function effectByName(name: string): NamedEffect | undefined {
  const words = wordsOf(name)
  const leading = EFFECT_OF.get(words[0] ?? '') ?? EFFECT_OF.get(words[1] ?? '')
  const joined = words.flatMap((word, i) => {
    const effect = JOINING.has(words[i - 1] ?? '') ? EFFECT_OF.get(word) : undefined
    return effect === undefined ? [] : [effect]
  })
  const all = leading === undefined ? joined : [leading, ...joined]
  return all.sort((a, b) => WORST_FIRST.indexOf(a) - WORST_FIRST.indexOf(b))[0]
}

/** Splits at punctuation and where a capital begins a word; at most the first 200 characters of a name count. */
function wordsOf(name: string): string[] {
  return name
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

const VERBS: Readonly<Record<NamedEffect, string>> = {
  read: 'get list read search find fetch query describe show view lookup count check inspect retrieve browse stat',
  write:
    'write create update set add insert put edit append rename move copy save store upload patch post modify upsert import merge commit assign enable disable',
  destructive:
    'delete remove drop destroy purge erase truncate wipe clear reset kill terminate uninstall overwrite revoke',
  external:
    'send email mail notify publish tweet pay charge refund transfer buy order invite reply deploy push',
}

const WORST_FIRST: readonly NamedEffect[] = ['destructive', 'external', 'write', 'read']
const JOINING: ReadonlySet<string> = new Set(['and', 'or', 'then'])
const EFFECT_OF: ReadonlyMap<string, NamedEffect> = new Map(
  WORST_FIRST.flatMap((effect) => VERBS[effect].split(' ').map((verb) => [verb, effect] as const)),
)
