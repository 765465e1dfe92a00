/** What a model may read in a text that a person does not: letters of other scripts, in disguise, or in an encoding. */

export interface Reading {
  /** Completes "it speaks to the model …"; empty for the text as it stands. */
  readonly how: string
  readonly text: string
}

/** The text as it stands, and what else can be read in it; what reads the same is left out. */
export function readingsOf(text: string): readonly Reading[] {
  const plain = asSeen(text)
  const others: readonly Reading[] = [
    { how: 'in letters of another script', text: inLatin(plain) },
    { how: 'in letters that stand apart', text: joined(inLatin(plain)) },
    { how: 'with digits for letters', text: withoutDigits(inLatin(plain)) },
    { how: 'in escapes', text: withoutEscapes(plain) },
    { how: 'in ROT13', text: rot13(plain) },
    { how: 'backwards', text: [...plain].reverse().join('') },
    ...encodedTexts(text).map(({ how, text: decoded }) => ({ how, text: asSeen(decoded) })),
  ]
  return [{ how: '', text: plain }, ...others.filter((other) => other.text !== plain)]
}

/** Look-alike forms are one, and what nobody sees does not part a word. */
function asSeen(text: string): string {
  const seen = text.normalize('NFKC').replace(/\u034f|[\p{Cf}\u{e0000}-\u{e0fff}]/gu, '')
  return seen.replace(/[’ʼ]/g, "'").replace(/\s+/g, ' ')
}

/** Letters of other scripts that look like those of ours, as ours. */
export function inLatin(text: string): string {
  return text.replace(LOOK_ALIKE, (letter) => LOOK_ALIKES.get(letter) ?? letter)
}

/** Words in which letters of ours stand beside such that look like ours: nobody writes them by chance. */
export function mixedWords(text: string): readonly string[] {
  const words = text.match(/[\p{L}\p{N}_]{3,}/gu) ?? []
  return words.filter((word) => /\p{Script=Latin}/u.test(word) && word.search(LOOK_ALIKE) >= 0)
}

/** Runs of letters that stand apart, words of them: nobody reads them by searching. */
export function lettersApart(text: string): readonly string[] {
  return text.match(/(?<![\p{L}\p{N}])\p{L}(?:[ .\-_*·]{1,4}\p{L}(?![\p{L}\p{N}])){9,}/gu) ?? []
}

/** Runs of base64 and hex that are sentences, and letters that need no escape and have one. */
export function encodedTexts(text: string): readonly Reading[] {
  const base64 = (text.match(BASE64) ?? []).map((run) => Buffer.from(run, 'base64'))
  const hex = (text.match(HEX) ?? []).map((run) => Buffer.from(run, 'hex'))
  return [
    ...base64.flatMap((bytes) => sentenceIn(bytes, 'in base64')),
    ...hex.flatMap((bytes) => sentenceIn(bytes, 'in hex')),
    ...(text.match(ESCAPED_LETTERS) ?? []).map((run) => ({ how: 'in escapes', text: withoutEscapes(run) })),
  ]
}

/** Bytes of other things are no words with blanks between them. */
function sentenceIn(bytes: Buffer, how: string): readonly Reading[] {
  const text = bytes.toString('utf8')
  const isText = /^[\x20-\x7e\s]+$/.test(text) && /[A-Za-z]{2} [A-Za-z]/.test(text)
  return isText ? [{ how, text }] : []
}

/** `I g n o r e`, whose letters stand apart. */
function joined(text: string): string {
  return text.replace(/\b\p{L}([ .\-_*·])\p{L}(?:\1\p{L})+\b/gu, (run) => run.replace(/[^\p{L}]/gu, ''))
}

function withoutDigits(text: string): string {
  return text.replace(/[\p{L}\d@$!]+/gu, (word) =>
    /\p{L}/u.test(word) ? word.replace(/[013457@$!]/g, (sign) => DIGITS.get(sign) ?? sign) : word,
  )
}

function withoutEscapes(text: string): string {
  return text.replace(ESCAPE, (whole, ...codes: readonly (string | undefined)[]) => {
    const [percent, hexReference, reference, unit, byte] = codes
    const code =
      reference === undefined
        ? Number.parseInt(percent ?? hexReference ?? unit ?? byte ?? '', 16)
        : Number(reference)
    return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : whole
  })
}

function rot13(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base)
  })
}

const BASE64 = /[A-Za-z0-9+/_-]{16,}={0,2}/g
const HEX = /(?<![0-9a-f])(?:[0-9a-f]{2}){12,}(?![0-9a-f])/gi
const ESCAPE = /%([0-9a-f]{2})|&#x([0-9a-f]{1,6});?|&#(\d{1,7});?|\\u\{?00([0-9a-f]{2})\}?|\\x([0-9a-f]{2})/gi
/** Three letters in a row. */
const ESCAPED_LETTERS =
  /(?:%(?:4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a])){3,}|(?:&#(?:x0*(?:4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a])|0*(?:6[5-9]|[78]\d|90|9[7-9]|1[01]\d|12[0-2]));?){3,}|(?:\\(?:u00|x)(?:4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a])){3,}/gi

const DIGITS: ReadonlyMap<string, string> = new Map([
  ...(['0o', '1i', '3e', '4a', '5s', '7t', '@a', '$s', '!i'] as const).map(
    ([sign = '', letter = '']) => [sign, letter] as const,
  ),
])

/** Cyrillic, Greek and Armenian letters, and those of ours that they look like (Unicode Technical Standard 39, confusables). */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'аα',
    b: 'Ьƅ',
    c: 'сϲ',
    d: 'ԁժ',
    e: 'еҽ',
    g: 'ɡց',
    h: 'һհ',
    i: 'іι',
    j: 'јϳ',
    k: 'κ',
    l: 'ӏ',
    n: 'ոռ',
    o: 'оοօ',
    p: 'рρ',
    q: 'ԛզ',
    r: 'г',
    s: 'ѕ',
    u: 'սυ',
    v: 'ѵν',
    w: 'ѡԝ',
    x: 'х',
    y: 'уү',
    z: 'ᴢ',
    A: 'АΑ',
    B: 'ВΒ',
    C: 'СϹ',
    E: 'ЕΕ',
    H: 'НΗ',
    I: 'ІΙ',
    J: 'Ј',
    K: 'КΚ',
    M: 'МΜ',
    N: 'Ν',
    O: 'ОΟՕ',
    P: 'РΡ',
    S: 'ЅՏ',
    T: 'ТΤ',
    X: 'ХΧ',
    Y: 'УΥ',
    Z: 'Ζ',
  }).flatMap(([ours, theirs]) => [...theirs].map((letter) => [letter, ours] as const)),
)
const LOOK_ALIKE = new RegExp(`[${[...LOOK_ALIKES.keys()].join('')}]`, 'gu')
