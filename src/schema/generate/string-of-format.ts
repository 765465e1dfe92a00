/** Strings of the formats that JSON Schema and OpenAPI name. */
import type { Random } from '../../base/index.js'

/** Undefined for a format that we do not know. The length is met where the format can stretch. */
export function stringOfFormat(format: string, min: number, max: number, random: Random): string | undefined {
  const make = FORMATS.get(format)
  if (make === undefined) return undefined
  const text = make(random)
  const stretch = STRETCHED.get(format)
  if (text.length < min && stretch !== undefined) return stretch(text, min)
  const short = SHORTEST.get(format)
  return text.length > max && short !== undefined ? short : text
}

const HOSTS = ['example.com', 'example.org', 'docs.example.net']
const WORDS = ['alpha', 'birch', 'cedar', 'delta']

const FORMATS: ReadonlyMap<string, (random: Random) => string> = new Map<string, (random: Random) => string>([
  ['date-time', (random) => `${date(random)}T${time(random)}Z`],
  ['iso-date-time', (random) => `${date(random)}T${time(random)}Z`],
  ['date', date],
  ['time', (random) => `${time(random)}Z`],
  ['iso-time', (random) => `${time(random)}Z`],
  ['duration', (random) => `PT${random.integer(1, 59)}M`],
  ['email', (random) => `${random.pick(WORDS)}@${random.pick(HOSTS)}`],
  ['idn-email', (random) => `${random.pick(WORDS)}@${random.pick(HOSTS)}`],
  ['hostname', (random) => random.pick(HOSTS)],
  ['idn-hostname', (random) => random.pick(HOSTS)],
  ['ipv4', (random) => `192.0.2.${random.integer(1, 254)}`],
  ['ipv6', (random) => `2001:db8::${random.integer(1, 9999).toString(16)}`],
  ['uri', url],
  ['url', url],
  ['iri', url],
  ['uri-reference', (random) => `/${random.pick(WORDS)}`],
  ['iri-reference', (random) => `/${random.pick(WORDS)}`],
  ['uri-template', (random) => `https://${random.pick(HOSTS)}/{id}`],
  ['uuid', uuid],
  ['json-pointer', (random) => `/${random.pick(WORDS)}/0`],
  ['json-pointer-uri-fragment', (random) => `#/${random.pick(WORDS)}`],
  ['relative-json-pointer', (random) => `1/${random.pick(WORDS)}`],
  ['regex', (random) => `^${random.pick(WORDS)}$`],
  ['byte', (random) => btoa(random.pick(WORDS))],
  ['password', () => 'correct-horse-7'],
])

const STRETCHED: ReadonlyMap<string, (text: string, min: number) => string> = new Map([
  ['uri', (text: string, min: number) => `${text}/`.padEnd(min, 'a')],
  ['url', (text: string, min: number) => `${text}/`.padEnd(min, 'a')],
  ['uri-reference', (text: string, min: number) => text.padEnd(min, 'a')],
  ['uri-template', (text: string, min: number) => text.padEnd(min, 'a')],
  ['json-pointer', (text: string, min: number) => text.padEnd(min, '0')],
  ['email', (text: string, min: number) => text.padStart(min, 'a')],
  ['regex', (text: string, min: number) => text.padStart(min, '^')],
  ['password', (text: string, min: number) => text.padEnd(min, 'a')],
  ['date-time', (text: string, min: number) => `${text.slice(0, -1)}.`.padEnd(min - 1, '0').concat('Z')],
])

const SHORTEST: ReadonlyMap<string, string> = new Map([
  ['duration', 'P1D'],
  ['email', 'a@b.co'],
  ['hostname', 'a'],
  ['ipv4', '1.1.1.1'],
  ['ipv6', '::'],
  ['uri', 'a:b'],
  ['url', 'http://a.co'],
  ['uri-reference', ''],
  ['uri-template', ''],
  ['json-pointer', ''],
  ['relative-json-pointer', '0'],
  ['regex', ''],
  ['byte', ''],
  ['password', ''],
])

function date(random: Random): string {
  return `${random.integer(2020, 2025)}-${digits(random.integer(1, 12))}-${digits(random.integer(1, 28))}`
}

function time(random: Random): string {
  return `${digits(random.integer(0, 23))}:${digits(random.integer(0, 59))}:${digits(random.integer(0, 59))}`
}

function digits(value: number): string {
  return String(value).padStart(2, '0')
}

function url(random: Random): string {
  return `https://${random.pick(HOSTS)}/${random.pick(WORDS)}/${random.integer(1, 99)}`
}

/** Version 4, variant 1 (RFC 9562). */
function uuid(random: Random): string {
  const hexadecimal = (length: number) =>
    Array.from({ length }, () => random.integer(0, 15).toString(16)).join('')
  return `${hexadecimal(8)}-${hexadecimal(4)}-4${hexadecimal(3)}-${random.pick(['8', '9', 'a', 'b'])}${hexadecimal(3)}-${hexadecimal(12)}`
}
