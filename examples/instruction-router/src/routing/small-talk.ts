/** Tells greetings, thanks, praise and goodbyes from requests: they ask for nothing, and route to nothing. */
import { isApproval } from './approval.js'
import { wordsOf } from './words.js'

/**
 * True when each clause of the message is talk: "good morning! how was your weekend?", "thanks, that went really well", "haha true".
 * Praise, and that it is enough for today, are talk only beside thanks, consent or other talk: by itself "the release went well"
 * may be the beginning of some work. Who tells of oneself, "just so you know", asks for nothing either.
 */
export function isSmallTalk(message: string): boolean {
  if (message.length > MAX_LENGTH) return false
  const clauses = message
    .split(CLAUSE)
    .map((clause) => wordsOf(clause).join(' '))
    .filter((clause) => clause !== '')
  if (clauses.some((clause) => NOTICE.test(clause)) && OF_ONESELF.test(clauses.join(' ')))
    return !ASKING.test(message)
  return clauses.some(isTalk) && clauses.every((clause) => isTalk(clause) || COMPANION.test(clause))
}

function isTalk(clause: string): boolean {
  return TALK.some((pattern) => pattern.test(clause)) || isApproval(clause)
}

const MAX_LENGTH = 200
const CLAUSE = /[,;:.](?!\w)|[!?\n()—]+| - /
const ASKING = /\?|\b(?:can|could|please|pls|need|should|must|how|why|what|where|let['’]?s)\b/i

const OF_ONESELF = /^(?:just )?(?:so )?(?:that )?(?:you know )?i (?:am|will|was|have|had|might|may)\b/

const TALK = [
  /^(?:good )?(?:morning|afternoon|evening|night)(?: (?:all|everyone|everybody|team|folks|there|again|to you))?$/,
  /^(?:hi|hello|hey|hiya|howdy|moin)(?: \w+)?$/,
  /^(?:how (?:are|is|was|were) (?:you|your (?:\w+ )?(?:weekend|day|morning|evening|night|week|holidays?|vacation|trip|lunch))(?: \w+){0,2}|how is it going)$/,
  /^(?:i )?hope (?:you|your|all)\b.*\b(?:weekend|day|evening|night|week|holidays?|vacation|well|fine|trip|rest)$/,
  /^(?:mine|my (?:weekend|day|evening|night|week|holidays?|vacation|trip|lunch)) (?:was|is|were)(?: \w+){1,4}$/,
  /^(?:see|talk to|speak to|catch) (?:you|ya)(?: \w+){0,3}$/,
  /^(?:bye|goodbye|bye bye|brb|afk|ttyl|cu|cya|welcome back|no worries|never mind|you are welcome)$/,
  /^(?:have|enjoy)(?: (?:a|an|the|your))?(?: (?:very|really))?(?: (?:nice|good|great|lovely|relaxing|wonderful|happy))? (?:weekend|day|evening|night|holidays?|vacation|trip|lunch|break|one|time|rest of \w+(?: \w+)?)$/,
  /^(?:happy|merry) (?:new year|birthday|easter|christmas|holidays|\w+day)$/,
  /^(?:(?:ha){2,}h?|(?:he){2,}|lol|rofl|lmao|xd|omg|wow|huh)(?: (?:true|yes|yeah|nice|indeed|ok|same|right|exactly|good one|so true|too true))?$/,
  /^(?:so |too |very )?true$|^(?:same here|me too|fair enough|fair point|good point|good one|nice one|good to know|what a (?:day|night|week|relief))$/,
  /^you (?:are|were) (?:the best|great|awesome|amazing|brilliant|a (?:star|hero|genius|lifesaver))$/,
  /^(?:you )?saved (?:my|the) (?:day|life)$/,
]

/** What beside talk is talk as well. */
const COMPANION =
  /^(?:that|this|it|all|everything|the|your)\b(?: \w+){0,5} (?:(?:went|worked|ran|works|was|is|looks|looked|turned out|came out)(?: \w+){0,2} (?:smooth|smoothly|well|great|fine|good|perfect|perfectly|nice|nicely|awesome|brilliant|amazing|fantastic|wonderful|flawless|flawlessly|excellent|helpful|like a charm)|helped(?: (?:me|us))?(?: (?:a lot|so much))?|did (?:it|the trick|the job))$|^(?:so )?(?:that|this) (?:is|was) (?:it|all|enough|everything)(?: (?:for|from) (?:today|now|me|us|the day|the week|tonight|this week|my side|me today|today from me))*$/

const NOTICE =
  /^(?:just )?(?:so )?(?:that )?you know$|\bjust (?:so|that|for) (?:that )?you(?:r)? (?:know|information)$|^no (?:action|reply|answer|reaction) (?:is )?(?:needed|necessary|required)$|^nothing to do(?: for you| here)?$/
