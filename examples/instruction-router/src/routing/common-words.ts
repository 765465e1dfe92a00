/** Words that stand in talk about anything: a small collection of texts cannot know how common they are. */
import { stemOf } from './words.js'

/** How much less than a rare word a common one tells. */
export const COMMON_WEIGHT = 0.6

export function isCommon(stem: string): boolean {
  return COMMON.has(stem) || NUMBER.test(stem)
}

/** How many there are of something seldom says what a message is about. */
const NUMBER = /^\d+$/

const WORDS = `
  able above accept across act add after afternoon ago ahead allow almost alone along already although always among amount answer
  anymore anyway appear area around arrive ask away back bad become before begin behind believe below best better between big
  bit bottom break bring business buy call care carry case cause certain chance change choose clear close come
  company complete consider contain continue copy correct couple course create current cut day days deal decide
  different difficult directly do down during early easy either end enough entire even evening exactly example except expect
  explain face fact fall far feel few figure fill final find fine first follow forget form former forward
  four free friday friend front full further future general give go good great group guess guy half hand happen hard hate head
  hear high hold home hope hour hundred idea immediately important include inside instead interesting involve issue
  job keep kill kind large last late later lead leave left less level lie life light likely line list
  little live long longer look lose lot low main major man manage many matter maybe mean meanwhile member mention
  middle million minute miss moment monday money month morning move name near nearly never new next nice night nobody normal
  nothing notice number occur off often old once open order original part particular past pay people per perhaps person
  pick piece place plan play point possible previous probably problem properly provide pull put question quick quickly
  quite rate reach read ready real realize reason receive recently remain remember reply result return right
  room round row run saturday say second see seem sense separate set several short show side sign similar simple simply
  since single sit situation size small somebody soon sort sound speak special specific spend stand start state stay step
  still stop story strange stuff suddenly suggest sunday support suppose switch system take talk team tell ten
  third thousand three thursday time today together tomorrow tonight top total touch toward trouble true try tuesday turn twice
  two type understand unless until usual usually various version view wait wake walk watch wednesday week weekend whatever
  white whole wish wonder word work world worry worse worst write wrong year yesterday young everybody everyone everything
  anything thing half five six seven eight nine
  another other others both either neither none whether may might within despite beyond upon via thus therefore himself herself
  themselves sometimes fourth fifth sixth seventh eighth ninth tenth eleven twelve twenty thirty fifty dozen
  january february march april june july august september october november december spring summer autumn winter noon midnight
`

const COMMON = new Set(
  WORDS.trim()
    .split(/\s+/)
    .flatMap((word) => stemOf(word) ?? []),
)
