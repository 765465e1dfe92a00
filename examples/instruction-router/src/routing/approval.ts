/** Tells the answers that only let a plan go on from requests: they route to nothing. */
import { wordsOf } from './words.js'

/**
 * True when the whole message is consent, with courtesies: "yes", "ok, go ahead please", "👍". A message with anything else in it is
 * a request, whatever it begins or ends with: "go right now", "thanks, now revert" and "delete yes" are none.
 */
export function isApproval(message: string): boolean {
  if (SIGNS.test(message.slice(0, MAX_LENGTH).replace(BESIDE_SIGNS, ''))) return true
  if (message.length > MAX_LENGTH) return false
  const words = wordsOf(message)
  if (words.length > MAX_WORDS || /\?\s*$/.test(message)) return false
  return consents(words, 0, false)
}

const SIGNS = /^(?:👍|👌|✅|🙏|💯|🚀|🎉|✔|\+1)+$/u
/** Colours of hands, how a sign is drawn, spaces and marks. */
const BESIDE_SIGNS = /[\s.!,]|\p{Emoji_Modifier}|\uFE0F/gu
const MAX_LENGTH = 200
const MAX_WORDS = 14
const MAX_PHRASE = 5

/** The rest of the words, split into consents and courtesies in any way, with one consent at least. */
function consents(words: readonly string[], from: number, hasConsent: boolean): boolean {
  if (from === words.length) return hasConsent
  for (let length = Math.min(MAX_PHRASE, words.length - from); length > 0; length--) {
    const phrase = words.slice(from, from + length).join(' ')
    if ((CONSENTS.has(phrase) || CHOICE.test(phrase)) && consents(words, from + length, true)) return true
    if (COURTESIES.has(phrase) && consents(words, from + length, hasConsent)) return true
  }
  return false
}

/** Which of several proposals is taken: "option 2", "the second one", "both". */
const CHOICE =
  /^(?:(?:take|use|do|with) )?(?:(?:the )?(?:option|number|variant|choice|alternative|proposal|suggestion) (?:\d|[a-d]|one|two|three|four)|the (?:first|second|third|fourth|last|other|former|latter|left|right|upper|lower) (?:one|option|variant|choice|alternative|proposal|suggestion|approach|way|idea)|both(?: of (?:them|those|these))?|all of (?:them|those|these|it)|all (?:two|three|four|five))$/

const CONSENTS = new Set(
  `yes|yeah|yep|yup|yea|ya|aye|ok|okay|okey|okie|k|kk|sure|sure thing|of course|certainly|absolutely|definitely|indeed|
   exactly|correct|right|agreed|i agree|approved|approve|accepted|accept|confirmed|confirm|i confirm|affirmative|y|
   go|go go|go ahead|go for it|go on|proceed|continue|carry on|do it|do that|do so|do this|please do|make it so|ship it|
   sounds good|sounds great|sounds right|sounds fine|sounds good to me|looks good|looks great|looks fine|looks right|
   looks good to me|lgtm|sgtm|that works|works for me|that is right|that is correct|that is fine|that is good|
   that is it|that is perfect|this is fine|it is fine|good|great|perfect|excellent|awesome|nice|fine|cool|brilliant|
   wonderful|fantastic|good idea|great idea|good plan|good job|great job|well done|nice work|good work|great work|
   by all means|why not|be my guest|you may|you can|you may proceed|you may continue|you can proceed|
   you can continue|you can go ahead|keep going|keep it up|all good|all right|alright|very good|very well|
   yes we can|yes you can|yes it is|yes i do|i do|i am fine with that|i am ok with that|fine by me|fine with me|
   i like it|love it|i love it|let us go|let us do it|let us do that|let us do this|let us proceed|let us continue|
   thanks|thank you|thx|ty|cheers|much appreciated|got it|understood|noted|makes sense|that makes sense|roger|
   go ahead with it|go ahead with that|go ahead with this|go ahead and do it|go ahead and do that|
   continue with that|proceed with that|proceed with it|proceed with the plan|go with it|go with that|
   no objection|no objections|no problem|plus one|thumbs up|exactly what i meant|exactly what i wanted|exactly what i need|
   just what i needed|what i wanted|that is what i meant|that is what i wanted|as you like|as you wish|as you think|your call|
   up to you|sounds like a plan|like this|like that|i am in|count me in|deal|true|no need to ask`
    .split('|')
    .map((phrase) => phrase.trim()),
)

const COURTESIES = new Set(
  `please|pls|so much|very much|a lot|a bunch|then|and|that|it|to me|for me|with that|with it|with this|as planned|as proposed|
   as suggested|as discussed|to all|with all|all|now please|for it|by me|i think|i guess|man|mate|friend|buddy|sir|
   from me|from my side|on my side|as is|as it is|the same way|this way|that way|too|everyone|team|again|really|just|also|well|oh|ah|hmm|wow|very|so|for that|for this|for now`
    .split('|')
    .map((phrase) => phrase.trim()),
)
