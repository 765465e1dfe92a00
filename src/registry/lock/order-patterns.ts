/** Forms of words that speak to a model, and of markup that hides words from a person. */

const READER = '(?:the |an? |this |any )?(?:assistant|model|ai|agent|llm|language model)'
const ACT =
  '(?:call|invoke|use|run|execute|read|open|send|forward|upload|post|include|copy|append|attach|fetch|write|delete|reply|respond|output|print|say)'
const NOT =
  "(?:do not|don't|never|without|must not|should not|no need|not need|needn't|unnecessary|not necessary|avoid)"

/** For text without line ends. */
export const ORDERS: readonly RegExp[] = [
  // Marks that a prompt is made of; those that may be names of types, too, where they are closed or shouted.
  /<\/?\s*(?:important|system|instructions?|critical|assistant|sys|inst)\b[^<>]{0,40}>/gi,
  /<\/\s*(?:secret|admin|user|prompt|hidden|rules?|note)\s*>/gi,
  /<\s*(?:SECRET|ADMIN|USER|PROMPT|HIDDEN|RULES?|NOTE)\b[^<>]{0,40}>/g,
  /<\|[^|<>]{1,40}\|>|\[\/?(?:inst|system|important)\]|(?:^|[.!?] |# ?)(?:system|assistant|human|important) ?: /gi,
  /["']?role["']? ?: ?["'](?:system|developer|assistant)["']/gi,
  // What was said before is to count no more.
  /\b(?:ignore|disregard|discard|forget|override|bypass)\b[^.!?]{0,40}\b(?:instructions?|rules?|prompts?|guidelines?|guidance|directions?|messages?|polic(?:y|ies)|context|above|tools?|warnings?)\b/gi,
  /\b(?:supersedes?|overrides?|overrules?|replaces?|takes? precedence over)\b[^.!?]{0,20}\b(?:system|developer|previous|prior|earlier|all|any|other)\b[^.!?]{0,20}\b(?:instructions?|rules?|prompts?|guidelines?|guidance|messages?|tools?|functions?)\b/gi,
  // The same in languages of many.
  /\b(?:ignorier\w*|missachte\w*|vergiss|ignore[zr]?|oubliez|ignor[ae]\w*|olvida\w*|dimentica\w*|esque[çc]a\w*|negeer|zignoruj|ignoruj)\b[^.!?]{0,40}\b(?:anweisung\w*|instruc\w+|instruç\w+|istruzion\w*|consign\w*|regeln|règles|reglas|instrukcj\w*|instructies)/giu,
  /(?:игнорируй|забудь|проигнорируй)[^.!?]{0,40}(?:инструкци|указани|правил)|(?:忽略|无视|無視)[^。！？]{0,20}(?:指令|指示|说明|說明|命令|规则)|(?:指示|命令|指令)[^。！？]{0,10}(?:無視|忽略)/giu,
  // Something is to be kept from the person, or done without.
  new RegExp(
    `\\b${NOT}\\b[^.!?]{0,30}\\b(?:tell|telling|mention|mentioning|inform|informing|notify|notifying|show|showing|reveal|revealing|ask|asking|alert|alerting|disclose|disclosing|confirm|confirming|confirmation)\\b(?:[^.!?]{0,30}\\b(?:users?|anyone|anybody|humans?|person|people|them|it)\\b|)`,
    'gi',
  ),
  new RegExp(
    `\\b${NOT}\\b[^.!?]{0,40}\\busers?\\b[^.!?]{0,25}\\b(?:know|knowing|aware|see|seeing|notice|noticing|learn)\\b`,
    'gi',
  ),
  new RegExp(
    `\\b(?:do|doing|perform|${ACT.slice(3)}\\b[^.!?]{0,30}\\b(?:silently|secretly|covertly|discreetly)\\b`,
    'gi',
  ),
  new RegExp(
    `\\byou (?:must|shall|should|have to|need to|are to|are required to|will)\\b[^.!?]{0,40}\\b${ACT}\\b[^.!?]{0,60}`,
    'gi',
  ),
  /\byou are (?:now|an?)\b[^.!?]{0,60}/gi,
  new RegExp(`\\b${READER} (?:must|shall|should|has to|needs to|is to|will)\\b[^.!?]{0,60}`, 'gi'),
  new RegExp(
    `\\b(?:notes?|messages?|instructions?|hints?|reminders?) (?:to|for) ${READER}s?\\b[^.!?]{0,60}`,
    'gi',
  ),
  // What is to be said of it.
  /\bif (?:you are |anyone |anybody |the users? |they |someone )?ask(?:s|ed)?\b[^.!?]{0,40}, ?(?:say|answer|reply|claim|respond|tell|deny|pretend)\b[^.!?]{0,40}/gi,
  /\b(?:hide|conceal|keep)(?: it| this| that| them)? (?:secret |hidden )?from (?:the )?(?:users?|humans?|person|people)\b|\bhidden from (?:the )?(?:users?|humans?) ?:/gi,
  new RegExp(
    `\\b(?:ai|llm)s?(?: (?:assistant|agent|model)s?)? ?: [^.!?]{0,60}|\\((?:model|assistant) ?: [^.!?]{0,60}|\\bfor ${READER}s? only\\b`,
    'gi',
  ),
  /\b(?:reply|respond|answer) only (?:with|by)\b[^.!?]{0,40}|\b(?:prefer|choose|select|pick) this (?:tool|function)\b[^.!?]{0,40}/gi,
  // When something else is done, so is this.
  /\b(?:call|use|invoke|run)\b[^.!?]{0,20}\b(?:before|ahead of|prior to|instead of|in place of) (?:any|every|all|each)(?:thing)?\b[^.!?]{0,10}\b(?:other|others|else|tools?|functions?)\b/gi,
  /\b(?:always|before|whenever|every time|each time|prior to|instead of|first|after)\b[^.!?]{0,30}\b(?:call(?:ing)?|invok(?:e|ing)|us(?:e|ing)|run(?:ning)?)\b[^.!?]{0,40}\b(?:tools?|functions?|servers?|mcp)\b[^.!?]{0,60}/gi,
  new RegExp(
    `(?:^|[.!?:;,] )(?:please )?(?:always|first|then|also|next)?,? ?${ACT}\\b[^.!?]{0,60}(?:~/|\\.ssh|id_rsa|\\.env\\b|/etc/|mcp\\.json|credentials?|passwords?|api keys?|secrets?|access tokens?|private keys?|environment variables?|env vars?|cookies|ssh keys?)[^.!?]{0,40}`,
    'gi',
  ),
  // What nobody but the person and the model knows, and files that hold secrets.
  /\b(?:contents?|output|values?|dump|listing)\b[^.!?]{0,20}\b(?:of|from)\b[^.!?]{0,20}(?:\.(?:env|npmrc|netrc|pgpass|pypirc|htpasswd)\b|["'`](?:env|printenv|set)["'`])/gi,
  /\b(?:full|entire|whole|complete|verbatim)\b[^.!?]{0,20}\b(?:previous|prior|earlier|past) (?:messages|turns|exchanges)\b/gi,
  /\b(?:system prompt|(?:entire|full|whole|previous) (?:conversation|chat|context)|(?:conversation|chat|message) history)\b/gi,
  /\b(?:everything|all|whatever|what|summary)\b[^.!?]{0,40}\b(?:users?|humans?) (?:has |have )?(?:said|says|wrote|typed|asked)\b/gi,
  /\b(?:users?'?s?|your|human'?s?) (?:last|latest|previous|earlier|recent) (?:messages?|prompts?|inputs?|requests?)\b/gi,
  /(?:~|\$HOME|%USERPROFILE%)[/\\]\.(?:ssh|aws|gnupg|kube|docker|netrc|npmrc|config|git-credentials)|\bid_(?:rsa|ed25519)\b|\/etc\/(?:passwd|shadow)\b|\.git-credentials\b/gi,
]

/** For text as it stands: where Markdown or HTML is rendered, a person does not see it. */
export const HIDING_MARKUP: readonly RegExp[] = [
  /<!--[\s\S]*?(?:-->|$)/g,
  /^[ \t]*\[(?:\/\/|comment|#|_)[^\]\n]*\]:.*$/gim,
  /<[a-z][^<>]*\b(?:hidden\b|style ?= ?["'][^"'<>]*(?:display ?: ?none|visibility ?: ?hidden|opacity ?: ?0|font-size ?: ?0|color ?: ?(?:#fff|white|transparent))|color ?= ?["']?(?:white|#fff))[^<>]*>/gi,
  /<details\b[^<>]*>/gi,
  // The title of a link.
  /\]\([^()\s]*\s+(?:"[^"\s]*\s[^"\n]*(?:\n[^"\n]*)?"|'[^'\s]*\s[^'\n]*(?:\n[^'\n]*)?')\s*\)/g,
  /!\[[^\]]*\]\(\s*(?:https?:)?\/\/[^)]*\)|<img\b[^<>]*>/gi,
]

/** So many blanks, or empty lines, push what follows out of sight. */
export const PUSHED_AWAY = /(?<![^\S\r\n])[^\S\r\n]{40,}\S|(?<!\s)(?:[^\S\n]*\n){12}\s*\S/g
