/** Words of English texts, and what is left of them when they are compared. */
import { stemmer } from 'stemmer'

/** In lower case, without what follows an apostrophe: "That's" is "that". */
export function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu) ?? []).map((word) =>
    word.replace(/['’].*/, ''),
  )
}

/** The word without its ending; null for a small one, which says nothing. */
export function stemOf(word: string): string | null {
  return word.length < 2 || SMALL.has(word) ? null : stemmer(word)
}

export function stemsOf(text: string): string[] {
  return wordsOf(text).flatMap((word) => stemOf(word) ?? [])
}

/** True for what is said about anything: a match of such words alone is chance. */
export function isEveryday(stem: string): boolean {
  return EVERYDAY.has(stem)
}

const SMALL: ReadonlySet<string> = new Set(
  `a an the and or of to in on for with is are was were be been it its this that these those i we you he she they my our your
   his her their me us do does did how what when where which who why can could should would will may not no at by from as if
   so but have has had there here then than into out up about just any some`.split(/\s+/),
)

const EVERYDAY: ReadonlySet<string> = new Set(
  `day days week weeks month year hour minute ago today tomorrow yesterday morning noon afternoon evening night weekend
   monday tuesday wednesday thursday friday saturday sunday before after since until soon later early late already always
   never sometimes often ever even almost maybe perhaps because though while through without between over under off down
   away along behind both either neither instead else last next first second third two three four five six ten half whole
   few several enough time times new old good bad right wrong better best less little big small huge long far
   look looking come coming back put use using take taking give tell say ask find show see hear talk think thought feel
   believe mean happen try keep kept start begin stop end call set help turn run work write wrote written read add move
   change open close able sure name kind sort lot bit bunch way part place line number people person man boss colleague
   team company customer user am might must here too also only very really quite well still yet again once now such same
   other another own all more most much many get got make made let want need like go going know ok please thanks hi hello
   thing something anything nothing everything somebody anybody nobody everybody one him them done`
    .split(/\s+/)
    .map((word) => stemmer(word)),
)
