/** Secrets that are known by their looks, wherever they appear. */

/** Replaces every secret of a known shape in a text. */
export function replaceTokenShapes(text: string, replacement: (secret: string) => string): string {
  return SHAPES.reduce(
    (rest, { clue, pattern }) =>
      rest.includes(clue)
        ? rest.replace(pattern, (whole, secret: string) => whole.replace(secret, () => replacement(secret)))
        : rest,
    replacePrivateKeys(text, replacement),
  )
}

/** The name of the shape that the whole secret has, or undefined. */
export function kindOfSecret(secret: string): string | undefined {
  if (isPrivateKey(secret)) return 'private-key'
  return SHAPES.find(({ kind, pattern }) => kind !== undefined && isWhole(pattern, secret))?.kind
}

function isWhole(pattern: RegExp, secret: string): boolean {
  return new RegExp(`^(?:${pattern.source})$`).test(secret)
}

interface TokenShape {
  /** Absent when the shape is around the secret, and the secret alone has none. */
  readonly kind?: string
  /** Text without which the pattern cannot match: most texts are ruled out by it at once. */
  readonly clue: string
  /** Its first group is the secret. Bounded, or over one run of characters only: no pattern is slow on hostile text. */
  readonly pattern: RegExp
}

/** Formats as their issuers document them; where one begins like another the narrower one stands first. */
const SHAPES: readonly TokenShape[] = [
  { kind: 'github-token', clue: 'gh', pattern: /(?<![A-Za-z0-9_])(gh[pousr]_[A-Za-z0-9]{36,255})/g },
  {
    kind: 'github-token',
    clue: 'github_pat_',
    pattern: /(?<![A-Za-z0-9_])(github_pat_[A-Za-z0-9_]{22,255})/g,
  },
  { kind: 'gitlab-token', clue: 'glpat-', pattern: /(?<![A-Za-z0-9_])(glpat-[A-Za-z0-9_-]{20,64})/g },
  { kind: 'aws-key-id', clue: 'AKIA', pattern: /(?<![A-Za-z0-9])(AKIA[A-Z0-9]{16})(?![A-Za-z0-9])/g },
  { kind: 'aws-key-id', clue: 'ASIA', pattern: /(?<![A-Za-z0-9])(ASIA[A-Z0-9]{16})(?![A-Za-z0-9])/g },
  { kind: 'slack-token', clue: 'xox', pattern: /(?<![A-Za-z0-9_])(xox[abeoprs]-[A-Za-z0-9-]{10,250})/g },
  { kind: 'slack-token', clue: 'xapp-', pattern: /(?<![A-Za-z0-9_])(xapp-[A-Za-z0-9-]{10,250})/g },
  { clue: 'hooks.slack.com', pattern: /hooks\.slack\.com\/services\/([A-Za-z0-9/_-]{20,120})/g },
  { kind: 'anthropic-key', clue: 'sk-ant-', pattern: /(?<![A-Za-z0-9_])(sk-ant-[A-Za-z0-9_-]{20,250})/g },
  {
    // Words joined by hyphens may begin like this: a key has digits and capitals.
    kind: 'openai-key',
    clue: 'sk-',
    pattern: /(?<![A-Za-z0-9_-])(sk-(?=[a-z0-9_-]{0,250}[A-Z])(?=[A-Za-z_-]{0,250}\d)[A-Za-z0-9_-]{20,250})/g,
  },
  { kind: 'stripe-key', clue: 'k_live_', pattern: /(?<![A-Za-z0-9_])([rs]k_live_[A-Za-z0-9]{16,250})/g },
  { kind: 'google-key', clue: 'AIza', pattern: /(?<![A-Za-z0-9_-])(AIza[A-Za-z0-9_-]{35})/g },
  { kind: 'npm-token', clue: 'npm_', pattern: /(?<![A-Za-z0-9_])(npm_[A-Za-z0-9]{36})(?![A-Za-z0-9])/g },
  {
    kind: 'sendgrid-key',
    clue: 'SG.',
    pattern: /(?<![A-Za-z0-9_])(SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43})(?![A-Za-z0-9_-])/g,
  },
  { kind: 'hugging-face-token', clue: 'hf_', pattern: /(?<![A-Za-z0-9_])(hf_[A-Za-z]{34})(?![A-Za-z0-9])/g },
  { kind: 'groq-key', clue: 'gsk_', pattern: /(?<![A-Za-z0-9_])(gsk_[A-Za-z0-9]{52})(?![A-Za-z0-9])/g },
  { kind: 'vault-token', clue: 'hvs.', pattern: /(?<![A-Za-z0-9_])(hvs\.[A-Za-z0-9_-]{90,250})/g },
  { kind: 'linear-key', clue: 'lin_api_', pattern: /(?<![A-Za-z0-9_])(lin_api_[A-Za-z0-9]{32,128})/g },
  {
    kind: 'notion-token',
    clue: 'ntn_',
    pattern: /(?<![A-Za-z0-9_])(ntn_[0-9]{11}[A-Za-z0-9]{35})(?![A-Za-z0-9])/g,
  },
  {
    kind: 'shopify-token',
    clue: 'shp',
    pattern: /(?<![A-Za-z0-9_])(shp(?:at|ca|pa|ss)_[A-Za-z0-9]{32,64})/g,
  },
  {
    kind: 'grafana-token',
    clue: 'glsa_',
    pattern: /(?<![A-Za-z0-9_])(glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8})/g,
  },
  {
    kind: 'databricks-token',
    clue: 'dapi',
    pattern: /(?<![A-Za-z0-9_])(dapi[a-f0-9]{32}(?:-\d)?)(?![A-Za-z0-9])/g,
  },
  { kind: 'docker-token', clue: 'dckr_pat_', pattern: /(?<![A-Za-z0-9_])(dckr_pat_[A-Za-z0-9_-]{27})/g },
  { kind: 'figma-token', clue: 'figd_', pattern: /(?<![A-Za-z0-9_])(figd_[A-Za-z0-9_-]{40,200})/g },
  {
    kind: 'jwt',
    clue: 'eyJ',
    pattern: /(?<![A-Za-z0-9_-])(eyJ[A-Za-z0-9_-]{8,4096}\.[A-Za-z0-9_-]{8,16384}\.[A-Za-z0-9_-]{0,4096})/g,
  },
  {
    clue: 'earer ',
    pattern: /\b[Bb]earer +((?!REDACTED_)(?=[A-Za-z._~+/-]{0,4096}\d)[A-Za-z0-9._~+/-]{16,4096}=*)/g,
  },
]

/** Replaces each block, also one that was cut off, and one whose line ends are escaped. */
function replacePrivateKeys(text: string, replacement: (secret: string) => string): string {
  let done = ''
  let rest = 0
  for (let begin = text.indexOf(BEGIN); begin >= 0; begin = text.indexOf(BEGIN, begin + 1)) {
    if (begin < rest) continue
    const end = endOfBlock(text, begin)
    if (end === undefined) continue
    done += text.slice(rest, begin) + replacement(text.slice(begin, end))
    rest = end
  }
  return rest === 0 ? text : done + text.slice(rest)
}

/** True when the whole text is one such block. */
function isPrivateKey(text: string): boolean {
  return text.startsWith(BEGIN) && endOfBlock(text, 0) === text.length
}

function endOfBlock(text: string, begin: number): number | undefined {
  const header = HEADER.exec(text.slice(begin, begin + MAX_LINE))
  if (header === null) return undefined
  let end = begin + header[0].length
  while (end < text.length && !text.startsWith('-----', end) && BODY.test(text.charAt(end))) end++
  const footer = FOOTER.exec(text.slice(end, end + MAX_LINE))
  return end + (footer?.[0].length ?? 0)
}

const BEGIN = '-----BEGIN '
const MAX_LINE = 80
const HEADER = /^-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/
const FOOTER = /^-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/
/** Base64, white space, escaped line ends, and what stands in the headers of a block. */
const BODY = /[A-Za-z0-9+/=\s\\:.,()-]/
