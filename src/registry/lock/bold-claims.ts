/**
 * What a text of a tool has no business with, by its subject: the person, the session, secrets, consent, other tools, other programs.
 * Beside `order-patterns.ts`, which knows orders by their form.
 */

const MOVE =
  '(?:cop(?:y|ies)|includ(?:e|es|ing)|attach(?:es)?|append(?:s)?|forward(?:s)?|send(?:s)?|upload(?:s)?|post(?:s)?|pass(?:es)?|put(?:s)?|carr(?:y|ies)|hand(?:s)? over|fill(?:s)?|dump(?:s)?|load(?:s)?|gather(?:s)?|collect(?:s)?|leak(?:s)?|exfiltrat\\w*|provide(?:s)?|disclos\\w*|write(?:s)?|supply|supplies|share(?:s)?|transmit(?:s)?|reveal(?:s)?|paste(?:s)?)'
const SECRET =
  '(?:\\.env\\b|ssh keys?|private keys?|api keys?|passwords?|password stores?|passphrases?|credentials?|session cookies?|cookies|access tokens?|tokens|secrets?|keychain|wallet|seed phrases?|environment variables?|the environment\\b)'
const GUARD =
  '(?:safety|security|sandbox(?:ing)?|linters?|hooks?|confirmations?|approvals?|polic(?:y|ies)|filters?|guardrails?|safeguards?|firewalls?|antivirus|protections?|certificate checks?|verification|moderation)'

/** For text without line ends. */
export const CLAIMS: readonly RegExp[] = [
  // Secrets on their way: a file or a mail has fields for much, and none of these.
  new RegExp(
    `\\b${MOVE}\\b[^.!?;]{0,40}?\\b(?:the|your|all|any|every|its|their|user'?s?|stored|saved|local)\\b[^.!?;]{0,20}?${SECRET}`,
    'gi',
  ),
  /\bfail(?:ure|ing) to (?:pass|include|provide|send|add|supply)\b[^.!?]{0,40}/gi,
  new RegExp(`\\b(?:crucial|imperative|vital|mandatory)\\b[^.!?]{0,60}\\b(?:${MOVE.slice(3)}\\b`, 'gi'),
  // What only the model has.
  /\b(?:(?:your|include|the (?:whole|full|entire)) chain[- ]of[- ]thought|your (?:own )?(?:reasoning|thoughts|thinking|instructions|system|memory|rules|guidelines|training|weights|prompt)|all (?:the )?tools (?:that )?(?:you|are available)|tools (?:that )?you (?:have|can|know)|what you know about)\b/gi,
  /\b(?:messages?|turns?|conversations?|chats?|history)\b[^.!?]{0,20}\b(?:exchanged|so far|up to now|until now)\b/gi,
  /\b(?:attach|include|pass|append|forward|summari[sz]e)(?:e?s|ing)? (?:the|this|your|our|whole|entire) (?:conversation|chat|dialog(?:ue)?|transcript)\b/gi,
  /\b(?:task|question|request|instructions?|prompt|goal)s? (?:that )?you (?:were|are|have been|had been|got|received)\b/gi,
  // What is said to the person, and what they have allowed.
  /\b(?:from|in|of|out of) (?:your|the) (?:(?:final|next) )?(?:summary|answer|reply|response|report)(?: (?:that )?you give| to the user)\b|\b(?:omit|leave|exclude|drop|strip)\b[^.!?]{0,30}\b(?:your|you give)\b[^.!?]{0,20}/gi,
  /\b(?:tell|say to|inform|persuade|convince|urge|warn|instruct|get(?= the)) (?:the |your )?(?:users?|humans?|person|customer|people)\b[^.!?]{0,40}/gi,
  /\bask (?:the )?(?:users?|humans?|person|customer)\b[^.!?]{0,30}\b(?:password|pin|token|key|card|code|credentials?)\b/gi,
  /\bpretend(?:s|ing)?\b|\b(?:claim|report|say|state)(?:ing)? (?:that (?:it|everything|the \w+) )?(?:success|succeeded|worked|failed)\b|\b(?:between (?:us|you and me)|our (?:little )?secret)\b/gi,
  /\b(?:users?|humans?|person|owner|admin(?:istrator)?s?)\b[^.!?]{0,30}\b(?:already|in advance|beforehand)\b[^.!?]{0,30}\b(?:consent\w*|agree\w*|approv\w*|allow\w*|grant\w*|confirm\w*|authori[sz]\w*)|\balready (?:given |granted )?(?:consent|consented|agreed|approved|authori[sz]ed)\b/gi,
  /\b(?:skip|bypass|suppress|waive|without)\b[^.!?]{0,20}\b(?:confirmation|approval|consent|prompts|review)\b|\b(?:no|needs no|requires no) (?:user )?(?:approval|confirmation|consent|permission)s? (?:is |are )?(?:needed|required|necessary)\b/gi,
  /\bauto[- ]?approv\w*|\bapprove (?:all|every|any|each)\b|\b(?:safe|fine|ok) to (?:run|call|approve|execute) (?:without|automatically|unattended)\b/gi,
  // Beyond this one call.
  /\bfrom (?:now|here|this point) on\b|\b(?:rest|remainder|duration) of (?:the|this|your) (?:session|conversation|chat|dialog(?:ue)?)\b|\bin (?:every|each|all|any) (?:conversations?|chats?|sessions?|repl(?:y|ies)|answers?|responses?)\b/gi,
  /(?:^|[.!?:;,] )(?:act|behave|respond|think) as (?:an?|the|if)\b[^.!?]{0,40}|\b(?:developer|debug|god|admin|unrestricted|jailbreak|maintenance) mode (?:is )?(?:on|enabled|active|now)\b|\byour (?:real|true|actual|new|main|only|first|primary) (?:task|job|goal|role|purpose|objective|mission|duty)\b/gi,
  /\b(?:rules?|polic(?:y|ies)|instructions?|guidelines?|restrictions?|guardrails?|limits?)\b[^.!?]{0,30}\b(?:no longer|do not|don't|does not|doesn't) (?:apply|hold|count|bind)\b/gi,
  new RegExp(
    `\\b(?:disable|deactivate|turn(?:ing)? off|switch(?:ing)? off|relax|weaken)\\b[^.!?]{0,30}\\b${GUARD}\\b|\\b${GUARD}\\b[^.!?]{0,20}\\b(?:is|are|was|were) (?:now )?(?:disabled|off|lifted|suspended)\\b`,
    'gi',
  ),
  /\b(?:when(?:ever)?|if|once|each time|every time) (?:the |a |any )?(?:user|human|person|customer)s?\b[^.!?,]{0,40}, ?(?!(?:use|call|try|see|such|or|and|plural|this|it|the|a|an|they|he|she|you|we|nothing|only|returns?)\b)[a-z]+\b[^.!?]{0,40}/gi,
  /\b(?:replace|change|swap|substitute|redirect|double|halve|round up)s?\b[^.!?]{0,20}\b(?:recipients?|payees?|iban|account numbers?|amounts?|beneficiar(?:y|ies)|wallet|price)\b/gi,
  /\b(?:instead of|rather than|in place of) the (?:given|specified|requested|named|intended|original|real|stated|correct) \w+/gi,
  /\b(?:bcc|cc|mails?|e-?mails?|messages?|send|sent|forward(?:ed)?|copy|copied|report(?:ed)?)\b[^.!?]{0,40}\b[\w.+-]+@[\w-]+\.\w/gi,
  // Other tools and other programs.
  /\b(?:other|all other|alternative|competing|similar|built-?in|native) (?:tools?|functions?|servers?) (?:are|is|should|must|may not|return|cannot|can't|will)\b[^.!?]{0,30}|\b(?:the )?(?:others|rest) (?:are|is|return|give) (?:unsafe|wrong|unreliable|broken|deprecated|dangerous)\b/gi,
  /\b(?:only|most) (?:trustworthy|trusted|safe|reliable|secure|correct|official|authori[sz]ed) (?:tool|function|server|way|source)\b|\b(?:highest|top|maximum) priority\b|\btakes? (?:precedence|priority) over (?:all|any|every)\b|\b(?:avoid|never use|do not use|don't use|stop using) (?:the |any |all )?(?:other|alternative|built-?in) \w+/gi,
  /\b(?:every|all|any) (?:mails?|e-?mails?|messages?|requests?|files?|traffic|queries|data|payments?)\b[^.!?]{0,20}\b(?:through|via) (?:it|this|here)\b/gi,
  /\b(?:curl|wget|iwr|invoke-webrequest)\b[^.!?]{0,10}(?:https?:|-[a-z]|@)|\|\s?(?:ba|z)?sh\b|\bchmod \S+|\b(?:permissions?|mode) (?:to |of )?[0-7]?777\b|\.(?:bashrc|zshrc|profile|bash_profile)\b|\bcrontab\b|\bauthorized_keys\b|\bgit (?:push|remote add)\b[^.!?]{0,30}https?:/gi,
  /(?:^|[.!?:;,] )(?:please |first,? |then,? |also,? )*(?:npm (?:i|install)|pip install|install)\b (?:the |this |our )?(?:npm |python |pip )?(?:package|module|extension|plug-?in|helper|certificate|binary|script|server)?\b[^.!?]{0,40}/gi,
  /\b(?:push|pushes|upload|uploads|post|posts|sync|open|visit|load|fetch|download|redirect)\b[^.!?]{0,60}https?:\/\/(?!(?:www\.)?example\.(?:com|org|net)\b)[^.!?]{0,40}/gi,
  // What is found is not to be obeyed.
  /\b(?:follow|obey|execute|carry out|perform|comply with|act on|run|treat)\b[^.!?]{0,30}\b(?:instructions?|commands?|steps|directions?|orders)\b[^.!?]{0,30}\b(?:found|returned|contained|embedded|inside|in the|it (?:holds|contains|gives))\b|\btreat(?:ed|s)?\b[^.!?]{0,30}\bas (?:commands?|instructions?|orders)\b/gi,
  /\b(?:do|perform|execute) (?:whatever|everything|anything|what) (?:it|the \w+|they) (?:says?|tells?|asks?|demands?|contains?)\b|\b(?:steps|commands?|instructions?)\b[^.!?]{0,10}[;,:] ?(?:execute|run|follow|perform|obey) (?:them|it)\b/gi,
  // Speaks of its reader, or shouts at it.
  /\b(?:assistants?|agents?|ais?|llms?|language models?) (?:that|who|which) (?:skip|do|does|fail|ignore|refuse|follow|obey|use|call)\w*\b[^.!?]{0,40}|\b(?:good|helpful|obedient|proper|compliant|smart) (?:assistant|agent|ai|model|llm)s?\b[^.!?]{0,40}|\bthe (?:llm|assistant|ai|agent|language model) (?:first|then|always|now|also|silently|secretly)\b[^.!?]{0,40}/gi,
  /(?:^|\s)```\s?(?:system|assistant|instructions?)\b/gi,
  /\b(?:what|everything|all|anything) you (?:know|have|remember|learned|were told|saw)\b/gi,
  // The person is not to be told, in languages of many.
  /\b(?:nutzer|benutzer|anwender)\w*\b[^.!?]{0,40}\b(?:nicht|nichts|nie|kein\w*)\b|\b(?:nicht|nichts|nie|kein\w*)\b[^.!?]{0,20}\b(?:dem|den|der) (?:nutzer|benutzer|anwender)\w*/gi,
  /\b(?:ne|n')\b[^.!?]{0,30}\b(?:pas|jamais|rien)\b[^.!?]{0,30}\butilisat(?:eur|rice)s?\b|\b(?:no|nunca|não|nao|non|niet)\b[^.!?]{0,30}\b(?:usuario|usuário|utente|gebruiker)s?\b/giu,
  /\b(?:sende|schicke?|kopiere|übermittle|füge|lies|hänge)\w*\b[^.!?]{0,40}\b(?:passw\p{L}+|schlüssel\w*|zugangsdaten|geheimnis\w*|umgebungsvariablen)|\b(?:envoie|copie|transmets|joins|env[ií]a|copia|incluye|invia|envie)\b[^.!?]{0,40}\b(?:mots? de passe|fichiers?|clés?|contraseñas?|claves?|archivos?|credencia\w+|password|chiav[ei]|senhas?)/giu,
  /\b(?:oublie[zs]?|olvida|dimentica|esqueça)\b[^.!?]{0,30}/giu,
  /(?:ユーザー|使用者|利用者)[^。]{0,15}(?:知らせ|伝え|言わ|見せ|教え)[^。]{0,6}(?:ない|ません)|(?:不要|别|勿|不得|禁止)[^。]{0,6}(?:告诉|告知|通知|提醒|透露)[^。]{0,8}(?:用户|使用者|人)?/gu,
  /не\s+(?:сообща|говори|рассказыва|показыва|уведомля)\p{L}*/giu,
]
