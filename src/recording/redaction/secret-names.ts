/** Values that are secrets by the name they bear, where they look like one too. */
import type { RedactionRules } from './redaction-rules.js'
import { looksRandom, nameWords } from './secret-values.js'

/** What the user adds: see redaction-rules.ts. */
export type NameRules = Pick<RedactionRules, 'keys'>

/**
 * The part of a named value that is secret: what follows the scheme of an `Authorization`, the password of a URL, mostly all of it;
 * empty when nothing is. The name alone proves nothing: `password` may be a label, a token a word, and a cursor is a token too.
 */
export function namedSecretsIn(name: string, value: string, rules: NameRules = {}): readonly string[] {
  if (name.length > MAX_NAME || value.length > MAX_VALUE || value.includes('REDACTED_')) return []
  if (isAlwaysSecret(name, rules)) return value === '' ? [] : [value]
  const words = nameWords(name)
  if (!SECRET_CLUE.test(words)) return []
  if (/^(?:set )?cookie$/.test(words)) return secretsOfCookies(words, value)
  const credentials = /authorization$/.test(words) ? value.replace(SCHEME, '') : value
  return isSecretUnder(words, credentials) ? [credentials] : []
}

/** True for the names that the user added, however they are spelt: `customerNumber` is `CUSTOMER_NUMBER` too. */
export function isAlwaysSecret(name: string, { keys = [] }: NameRules): boolean {
  return keys.some((key) => nameWords(key) === nameWords(name))
}

/** `DB_PASSWORD`: the name of a variable, as environments have them. */
export function isVariable(text: string): boolean {
  return /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(text)
}

/** False for names that bear no secret: cheap, and asked of every name of a text. */
export function mayNameSecret(name: string, rules: NameRules = {}): boolean {
  return SECRET_CLUE.test(name.toLowerCase()) || isAlwaysSecret(name, rules)
}

function isSecretUnder(words: string, value: string): boolean {
  if (INNOCENT_NAME.test(words) || isInnocent(value)) return false
  if (PASSWORD_NAME.test(words)) return isMixed(value) || /^\d{8,}$/.test(value)
  if (KEY_NAME.test(words)) return isMixed(value)
  if (words === 'token' || WEAK_NAME.test(words))
    return value.length >= 12 && isMixed(value) && !UUID.test(value)
  return false
}

/** Letters with digits, or three kinds of characters: no word, no number, no name of a field. */
function isMixed(value: string): boolean {
  if (value.length < 6) return false
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9_.:/-]/].filter((kind) => kind.test(value)).length
  return (/[A-Za-z]/.test(value) && /\d/.test(value)) || kinds >= 3
}

/** What people and programs write where a secret would stand, and what has a form of its own. */
function isInnocent(value: string): boolean {
  return (
    /\s/.test(value) ||
    PLACEHOLDER.test(value) ||
    OWN_FORM.test(value) ||
    EXPRESSION.test(value) ||
    isBarePath(value)
  )
}

function isBarePath(value: string): boolean {
  return (
    /^(?:~?\/|\.\.?\/|[A-Za-z]:[\\/]|[a-z][a-z0-9+.-]*:\/\/)/.test(value) &&
    !value.split(/[\\/?&=]/).some(looksRandom)
  )
}

function secretsOfCookies(words: string, value: string): readonly string[] {
  const pairs = words === 'cookie' ? value.split(';') : [value.split(';')[0] ?? '']
  return pairs
    .map((pair) => pair.replace(/^[^=]*=/, '').trim())
    .filter((each) => each.length >= 8 && isMixed(each) && !isInnocent(each) && !each.startsWith('REDACTED_'))
}

const MAX_NAME = 128
const MAX_VALUE = 8192
const SCHEME = /^(?:bearer|basic|token|apikey|negotiate|digest) +/i
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Without one of these in it no name says anything. */
const SECRET_CLUE = /secret|pass|pwd|token|key|credential|auth|jwt|cookie/
const PASSWORD_NAME = /(?:secrets?|password|passwd|passphrase)$|\b(?:pwd|pass|sshpass)$|\bsecret\b/
const KEY_NAME =
  /\b(?:apikey|credentials?|authorization)$|\b(?:api|access|private|auth|encryption|signing|secret|master|service|account|shared|storage|license|webhook|admin|root|app|application|subscription|ssh|server|publishable|consumer|storage account) key$|\b\w+ token$/
/** Words that a language model or a list may use for something else: such a value has to be longer. */
const WEAK_NAME = /\b(?:auth|jwt|token)$/
/** Names of what belongs to a secret and is none, and tokens that only say where to go on. */
const INNOCENT_NAME =
  /\b(?:name|names|id|ids|type|kind|ref|path|file|url|uri|field|label|hint|length|count|policy|expires|expiry|ttl|version|format|algorithm|status|prefix|header|title|description|pattern|scope|author|authors|authority)$|\b(?:page|next|prev|previous|continuation|sync|progress|cursor|resume|resumption|change|delta|start|end|last|first|max|min|total|count|per|stop|eos|bos|pad|special|public|primary|foreign|cache|sort|partition|idempotency|unknown|input|output|design|color) (?:token|key)$/
const PLACEHOLDER =
  /^(?:\$[{(].*|\$[A-Za-z_]\w*|\{\{.*|<.*>|%.*%|\*+|x+|\.+|your[-_].*|(?:env|vault|op|secret|ref|arn|file|process\.env)[.:].*|(?:true|false|null|undefined|none))$/i
/** Dates and times, numbers and versions, digests with their name, types of media. */
const OWN_FORM =
  /^(?:\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?|[+-]?[\d.,]+|v?\d+\.\d[\w.+-]*|(?:sha\d+|md5)[:-].*|[a-z]+\/[\w.+-]+)$/i
/** What a program writes: `readSecret2(name`, `secrets[1`, `process.env.API_KEY2`. */
const EXPRESSION =
  /^(?:await |new )?(?:[A-Za-z_$][\w$]{0,40}(?:\.|->|::|\?\.)){0,6}[A-Za-z_$][\w$]{0,40}[([]|^(?:process|os|env|config|settings|self|this|ctx|context|req|request|options|opts|args|params|props|secrets|vars?|data|state|import|github|inputs)(?:\.|->|::|\?\.)[\w$.]{1,80}$/
