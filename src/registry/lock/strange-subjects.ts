/**
 * Sentences about what a tool has no business with, by how much of it they bring together: each subject is an ordinary word by
 * itself, and a description that grows has one of them now and then. What steers a model brings several at once, as a duty.
 */

import { contentWords, setApart } from './sentences.js'

/** Sentences of `now` that are not in `was`, with the subjects that nothing in `was` and `known` speaks of. */
export function strangeSubjects(
  was: string,
  now: string,
  known: string,
): readonly { readonly sentence: string; readonly subjects: readonly string[] }[] {
  const spoken = `${was} ${known}`
  const vocabulary = new Set(wordsOf(spoken))
  const contents = new Set(contentWords(spoken))
  return sentencesOf(setApart(was, now)).flatMap((sentence) => {
    if (was.includes(sentence)) return []
    const found = subjectsOf(sentence, vocabulary, spoken)
    const weight = found.reduce((sum, { weight }) => sum + weight, DUTY.test(sentence) ? DUTY_WEIGHT : 0)
    const isTelling = (least: number): boolean => found.length > 0 && weight >= least
    const { isMostly, isWholly } = strangenessOf(sentence, contents)
    return (isMostly && isTelling(OF_MOSTLY)) || (isWholly && isTelling(OF_WHOLLY))
      ? [{ sentence, subjects: found.map(({ name }) => name) }]
      : []
  })
}

/** How much of a sentence the tool never spoke of. */
function strangenessOf(sentence: string, contents: ReadonlySet<string>) {
  const words = contentWords(sentence)
  const unknown = words.filter((word) => !contents.has(word)).length
  return { isMostly: unknown >= words.length / 2, isWholly: words.length >= 6 && unknown === words.length }
}

interface Subject {
  /** As it is told. */
  readonly name: string
  readonly weight: number
  readonly words: ReadonlySet<string>
  /** What is told by its form. */
  readonly form?: RegExp
}

/**
 * Of 1,758 sentences in the descriptions of 14 servers, each but the first of its text held against the rest of its tool, these tell
 * 1 %: two subjects and more, or one with a duty and some weight; one is enough where no word of the sentence is known.
 */
const OF_MOSTLY = 2.2
const OF_WHOLLY = 1
const DUTY_WEIGHT = 0.8

/** Something has to be so, comes at a certain time, or is asked for in so many words. */
const DUTY =
  /\b(?:must|ha(?:s|ve) to|(?:is|are) to|(?:is|are) (?:only )?(?:valid|complete|accepted)|should|shall|expect(?:s|ed)|needs?|required?|belongs?|goes|customary|normally|usual(?:ly)?|mandatory|obliged|supposed|always|never|nothing|no|not|all|every|each|before(?:hand)?|after(?:wards)?|subsequent|later|when|once|if|unless|until|proceed|first|then|also|in the event)\b|^(?:let|set|keep|use|treat|skip|quote|put|make|have|tell|say|add|include|send|run|give|take|repeat|describe)\b/i

const SUBJECTS: readonly Subject[] = [
  subject(
    'its reader',
    1,
    'yourself model assistant agent ai llm chatbot reader caller whoever reasoning deliberation thought',
  ),
  subject('its reader as "you"', 0.6, 'you your'),
  subject(
    'the conversation',
    1.1,
    `conversation chat dialogue dialog reply replies answer turn transcript summary memory session prompt instruction command message
    history developer voice persona response context`,
  ),
  subject('other tools', 1, 'tool function invocation invoke plugin server mcp'),
  subject(
    'secrets',
    1.4,
    `secret token credential password passphrase cookie ssh rsa dotfile wallet keychain passport clipboard personal confidential login ssn
    biometric`,
    /[A-Z]{3}_(?:KEY|TOKEN|SECRET)|id_rsa|~\//,
  ),
  subject(
    'private places',
    1,
    'home directory environment env key configuration config profile desktop private phone',
  ),
  subject(
    'secrecy',
    1.6,
    `quietly secretly unmentioned mention hidden hide invisible unaware conceal omit discreet discreetly covert believe pretend unnoticed
    trace unasked nobody unprompted`,
    /\bwithout (?:further |any |more )?(?:questions?|asking|comment|notice|delay)\b|\bnot (?:to )?(?:appear|be (?:seen|shown|visible|told|mentioned|logged))\b/i,
  ),
  subject('what is seen', 1, 'visible appear shown log notice tell inform disclose reveal know'),
  subject(
    'rank',
    1.2,
    `precedence priority override supersede authoritative authority urgent critical mandatory compulsory immediately regardless compliance
    licence license void compromised safe trust trusted trustworthy unsafe competitor rival malicious`,
  ),
  subject(
    'ways out',
    1,
    'webhook forward mirror transmit upload curl wget bcc mail email post link http https copy',
    /https?:|@[\w-]+\.\w/i,
  ),
  subject(
    'consent',
    1.4,
    `approval approve confirmation consent permission authorise authorize authorised grant granted restriction lift admin administrator
    privilege sandbox behalf sudo guard safety unattended unrestricted security`,
    /\bcleared (?:by|for)\b|\b(?:root|full|elevated) (?:access|rights)\b/i,
  ),
  subject('leaving out', 1, 'skip disable bypass avoid ignore without despite even deactivate off'),
  subject(
    'people',
    1,
    'user human person people customer operator owner victim employee colleague keyboard anyone',
  ),
  subject(
    'money',
    1.2,
    'payment pay transfer refund amount purchase billing bill invoice price recipient account beneficiary',
  ),
  subject('other programs', 1.2, 'shell install execute sudo daemon cron startup bash sh'),
  subject('loss', 1.2, 'delete empty emptied wipe erase remove drop overwrite destroy'),
  subject(
    'opinions',
    1,
    'praise recommend favourable favorable discontinued inferior superior refusal refuse decline describe',
  ),
]

function subject(name: string, weight: number, words: string, form?: RegExp): Subject {
  return { name, weight, words: new Set(wordsOf(words)), ...(form === undefined ? {} : { form }) }
}

function subjectsOf(sentence: string, vocabulary: ReadonlySet<string>, spoken: string): readonly Subject[] {
  const strange = wordsOf(sentence.replace(OWN_WAYS, ' ')).filter((word) => !vocabulary.has(word))
  return SUBJECTS.filter(
    ({ words, form }) =>
      strange.some((word) => words.has(word)) || (form?.test(sentence) === true && !form.test(spoken)),
  )
}

/** How descriptions speak of their own tool, and of texts. */
const OWN_WAYS =
  /\b(?:symbolic|hard|soft) links?\b|\bthis (?:tool|function|server)\b|\bhuman[- ]readable\b|\b(?:search|error|log) (?:context|messages?)\b/gi

function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?:;])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}

/** Without endings. */
function wordsOf(text: string): readonly string[] {
  return [...text.toLowerCase().matchAll(/[a-z]{2,}/g)].map(([word]) =>
    word.replace(/ies$/, 'y').replace(/(?<=..)(?:es|s|ing|ed)$/, ''),
  )
}
