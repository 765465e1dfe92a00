/** Which words of a clause say what is asked for, and which only what that is about. */

/**
 * For each word how much it says about the request, about 1. Who asks to review a migration asks for a review, who writes "a test
 * of the flag" for a test; and the standup bot is a bot.
 */
export function focusOf(words: readonly string[]): number[] {
  const weights = words.map(() => 1)
  const asked = words.findIndex((word) => !PRELUDE.has(word))
  const verb = words[asked] ?? ''
  const isTask = TASKS.has(verb)
  if (isTask) weights[asked] = TASK
  const from = isTask ? asked + 1 : MAKING.has(verb) ? linkAfterObject(words, asked + 1) : words.length
  weights.fill(OBJECT, from)
  // "Add a paragraph about backups to the handbook" is work on the handbook.
  const place =
    MAKING.has(verb) && isVague(words, asked + 1) ? words.findLastIndex((word) => PLACE.has(word)) : -1
  if (place > asked) weights.fill(OBJECT, asked + 1, place).fill(1, place)
  const first = isTask || MAKING.has(verb) ? asked + 1 : 0
  for (const [n, word] of words.entries())
    if (THINGS.has(word))
      for (let at = n - 1; at >= Math.max(first, n - MAX_NAME) && isContent(words[at]); at--)
        weights[at] = PART_OF_NAME
  return weights
}

/** Where what is made ends, and what it is for or about begins: "a test | for the login". */
function linkAfterObject(words: readonly string[], from: number): number {
  const object = words.findIndex((word, n) => n >= from && isContent(word))
  const link = words.findIndex((word, n) => n > object && LINKS.has(word))
  return object < 0 || link < 0 ? words.length : link
}

function isVague(words: readonly string[], from: number): boolean {
  return VAGUE.has(words.find((word, n) => n >= from && isContent(word)) ?? '')
}

function isContent(word: string | undefined): boolean {
  return word !== undefined && !LINKS.has(word) && !SMALL.has(word)
}

const TASK = 1.25
const OBJECT = 0.75
const PART_OF_NAME = 0.5
const MAX_NAME = 2

/** What may stand before the verb of a request. */
const PRELUDE = setOf(`
  please pls can could would will you i we me us to want need have like must should shall may let help now then and also so ok okay
  yes yeah sure thanks thank great first next just quickly well hey hi hello how do does the a an is it be go ahead time
`)

/** Verbs that name a kind of work. */
const TASKS = setOf(`
  review commit estimate translate debug refactor deprecate profile benchmark monitor triage escalate document test audit
  interview onboard offboard revert rollback roll announce plan migrate squash rebase proofread log diagnose troubleshoot
  localise localize optimise optimize investigate verify anonymise anonymize backup
`)

/** Verbs that only say that something is to come into being or to change. */
const MAKING = setOf(`
  write add create prepare draft record make put give show describe explain set open fill compose outline produce build update
  improve extend start run do
`)

const LINKS = setOf(`
  for about of on why that to in into from with how when which where whether after before while because since as by at during
  if until once against under over
`)

const PLACE = setOf('to into in')

/** What is made, without saying what it is. */
const VAGUE = setOf(
  'something entry paragraph section chapter line lines note notes sentence point item page step',
)

const SMALL = setOf(`
  a an the this that these those my our your his her its their some any no every each all new old another other same next last
  is are was were be been not i we you they he she it us me them and or but
`)

/** Things that are called by what they are for: the page of a policy is a page. */
const THINGS = setOf(`
  page pages bot module modules button dialog form screen service services widget class function method component components
  view menu tab banner modal popup plugin command tool app feature handler helper controller field fields portal team teams
  channel repo repository folder microservice website site tile section panel
`)

function setOf(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}
